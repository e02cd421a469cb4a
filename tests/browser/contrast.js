() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgb = (colour, under = [0, 0, 0, 255]) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = `rgb(${under.slice(0, 3)})`; canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = colour => {
        const [r, g, b] = colour.slice(0, 3).map(value => {
            value /= 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
    };
    const paper = rgb(getComputedStyle(document.body).backgroundColor);
    const SHAPES = 'path, rect, circle, ellipse, line, polyline, polygon';
    const found = [];
    for (const picture of document.querySelectorAll('figure svg')) {
        for (const text of picture.querySelectorAll('text')) {
            let box = text.getBoundingClientRect();
            if (box.top < 0 || box.bottom > innerHeight) {
                text.scrollIntoView({ block: 'center', behavior: 'instant' });
                box = text.getBoundingClientRect();
            }
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const under = document.elementsFromPoint(x, y)
                .find(each => each.matches(SHAPES) && getComputedStyle(each).fill.startsWith('rgb'));
            const ground = under ? rgb(getComputedStyle(under).fill, paper) : paper;
            const ink = rgb(getComputedStyle(text).fill, ground);
            found.push({ kind: 'text', figure: picture.dataset.figure, words: text.textContent, contrast: contrast(ink, ground) });
        }
        for (const shape of picture.querySelectorAll(`[data-fact] :is(${SHAPES})`)) {
            const style = getComputedStyle(shape);
            const inks = [style.fill, style.stroke].filter(each => each.startsWith('rgb'));
            const best = Math.max(1, ...inks.map(each => contrast(rgb(each, paper), paper)));
            found.push({ kind: 'mark', figure: picture.dataset.figure, drawn: shape.getAttribute('style'), contrast: best });
        }
    }
    // Letters outside pictures lie on the tone of the nearest box around them that has one.
    const known = new Map();
    for (const element of document.querySelectorAll('body :not(svg *, script, style, option)')) {
        if (![...element.childNodes].some(each => each.nodeType === Node.TEXT_NODE && each.data.trim())) continue;
        const grounds = [];
        for (let box = element; box; box = box.parentElement) {
            const tone = getComputedStyle(box).backgroundColor;
            if (rgb(tone, [255, 255, 255]).join() === rgb(tone).join()) { grounds.push(tone); break; }
            if (!tone.endsWith(' 0)')) grounds.push(tone);
        }
        const colour = getComputedStyle(element).color;
        const key = [colour, ...grounds].join();
        if (!known.has(key)) {
            const ground = grounds.reduceRight((under, tone) => rgb(tone, under), paper);
            known.set(key, contrast(rgb(colour, ground), ground));
        }
        found.push({ kind: 'letter', words: element.textContent.slice(0, 60), contrast: known.get(key) });
    }
    return found;
}
