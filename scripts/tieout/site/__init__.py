"""What spans articles: the front page, a feed a language, the site map."""
