"""The RO-Crate of an archive: what each file is, and which run of which rule made it from what.

It follows the profiles Process Run Crate and Workflow Run Crate. No time and no person is in it:
neither was recorded, and the same build gives the same crate.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from importlib import metadata
from pathlib import PurePosixPath
from typing import Any

from tieout.archive.contents import Contents
from tieout.archive.pack import MANIFEST
from tieout.archive.wording import title, worded

LICENCE = "https://spdx.org/licenses/MIT"
AUTHORS = "Tieout contributors"
WORKFLOW = "Snakefile"
_PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": ("Workflow RO-Crate", "1.0"),
}
_ADDRESSES = {"Python": "https://www.python.org/", "Snakemake": "https://snakemake.github.io/"}
_DESCRIPTOR = (
    "https://w3id.org/ro/crate/1.1",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0",
)
_BIOSCHEMAS = "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"
_BIOSCHEMAS_NAME = {"name": "Bioschemas ComputationalWorkflow", "version": "1.0-RELEASE"}
_LANGUAGE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
#: By ending; a fixed table, since that of the system differs from machine to machine.
_FORMATS = {
    **{".html": "text/html", ".css": "text/css", ".csv": "text/csv", ".txt": "text/plain"},
    **{
        ".md": "text/markdown",
        ".j2": "text/plain",
        ".py": "text/x-python",
        ".js": "text/javascript",
    },
    **{".json": "application/json", ".yaml": "application/yaml", ".svg": "image/svg+xml"},
    **{".toml": "application/toml", ".gz": "application/gzip", ".xml": "application/xml"},
}


def crate_json(contents: Contents, more: Mapping[str, bytes]) -> str:
    """The text of ro-crate-metadata.json; `more` are files of the archive that no build has."""
    maker = _Maker(contents)
    maker.describe_root()
    maker.describe_files({**contents.files, **more})
    maker.describe_workflow()
    rooms = contents.provenance["rooms"].items()
    runs = [maker.run(room, parts) for room, parts in rooms]
    maker.root["mentions"] = [*runs, maker.build()]
    return _ordered(maker.crate.metadata.generate())


def _one_or_many(entities: list[Any]) -> Any:
    """RO-Crate asks that a list of one be written as the one."""
    return entities[0] if len(entities) == 1 else entities


def _ordered(content: dict[str, Any]) -> str:
    """The crate's JSON with root and descriptor first, the rest in order of id."""
    first = ("ro-crate-metadata.json", "./")
    content["@graph"].sort(key=lambda one: (one["@id"] not in first, one["@id"]))
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


class _Maker:
    """Describes one archive, part by part, in the order in which the parts need each other."""

    def __init__(self, contents: Contents) -> None:
        from rocrate.rocrate import ROCrate

        self.contents, self.ledger = contents, contents.ledger
        self.crate: Any = ROCrate(version="1.1")
        self.root: Any = self.crate.root_dataset
        self.files: dict[str, Any] = {}
        self.software = {
            "Python": self._program("Python", platform.python_version()),
            "Snakemake": self._program("Snakemake", metadata.version("snakemake")),
        }

    def _entity(self, identifier: str, kind: str, told: Mapping[str, Any]) -> Any:
        from rocrate.model.contextentity import ContextEntity

        properties = {"@type": kind, **told}
        return self.crate.add(ContextEntity(self.crate, identifier, properties=properties))

    def _program(self, name: str, version: str) -> Any:
        told = {"name": name, "url": _ADDRESSES[name], "softwareVersion": version}
        return self._entity(_ADDRESSES[name], "SoftwareApplication", told)

    def describe_root(self) -> None:
        """What the archive is as a whole."""
        article, root = self.ledger["article"], self.root
        root["name"], root["alternateName"] = title(self.ledger, "en"), title(self.ledger, "zh-TW")
        root["description"] = worded(article["description"]["en"], self.ledger, "en")
        root["identifier"], root["version"] = self.contents.article, self.contents.version
        root["datePublished"] = self.contents.day
        root["inLanguage"] = list(article["languages"])
        licence = {"name": "MIT License", "url": "https://opensource.org/license/mit"}
        root["license"] = self._entity(LICENCE, "CreativeWork", licence)
        root["author"] = self._entity("#authors", "Organization", {"name": AUTHORS})
        root["publisher"] = root["author"]
        root["conformsTo"] = [
            self._entity(address, "CreativeWork", {"name": name, "version": version})
            for address, (name, version) in _PROFILES.items()
        ]
        sources = self.ledger["sources"].items()
        root["citation"] = [self._source(name, source) for name, source in sources]

    def _source(self, name: str, source: Mapping[str, Any]) -> Any:
        told = {"name": source["title"], "identifier": name}
        told["publisher"] = source["publisher"]["en"]
        if "published" in source:
            told["datePublished"] = source["published"]
        if address := source.get("url") or source.get("original"):
            told["url"] = address
        return self._entity(f"#source-{name}", "CreativeWork", told)

    def describe_files(self, files: Mapping[str, bytes]) -> None:
        """Every file of the archive. The checksums, which the crate cannot know, have no size."""
        rooms = self.contents.provenance["rooms"]
        programs: dict[str, list[str]] = {f"scripts/{r.split('.')[0]}.py": [] for r in rooms}
        programs[WORKFLOW] = ["ComputationalWorkflow"]
        for name in [*files, MANIFEST]:
            kind = _FORMATS.get(PurePosixPath(name).suffix, "text/plain")
            told: dict[str, Any] = {"name": name, "encodingFormat": kind}
            if name in programs:
                told["@type"] = ["File", "SoftwareSourceCode", *programs[name]]
            if name in files:
                told["contentSize"] = str(len(files[name]))
            self.files[name] = self.crate.add_file(dest_path=name, properties=told)

    def describe_workflow(self) -> None:
        """The Snakefile, which is what this crate is of."""
        workflow, program = self.files[WORKFLOW], self.software["Snakemake"]
        told = {"name": "Snakemake", "version": program["softwareVersion"]}
        told |= {"url": _ADDRESSES["Snakemake"], "identifier": _ADDRESSES["Snakemake"]}
        workflow["programmingLanguage"] = self._entity(_LANGUAGE, "ComputerLanguage", told)
        needed = [*self.software.values(), self.files["requirements.txt"]]
        workflow["softwareRequirements"] = needed
        workflow["license"] = self.root["license"]
        workflow["conformsTo"] = self._entity(_BIOSCHEMAS, "CreativeWork", _BIOSCHEMAS_NAME)
        self.crate.mainEntity = workflow
        self.crate.metadata["conformsTo"] = [{"@id": address} for address in _DESCRIPTOR]
        self.files["README.md"]["about"] = self.root

    def run(self, room: str, parts: Mapping[str, list[str]]) -> Any:
        """One run of one rule. A room is its script, and the language where it has one."""
        rule, _, lang = room.partition(".")
        code = [name for name in parts["inputs"] if name.startswith("scripts/")]
        read = [name for name in parts["inputs"] if not name.startswith("scripts/")]
        script = self._script(f"scripts/{rule}.py", code)
        name = f"{rule} of {self.contents.article}" + f", {lang}" * bool(lang)
        return self._action(script, f"#run-{room}", name, (read, parts["outputs"]))

    def _script(self, name: str, code: list[str]) -> Any:
        """A rule's script, with the modules of the library that its runs had imported."""
        script = self.files[name]
        script["programmingLanguage"] = self.software["Python"]
        script["softwareRequirements"] = [self.software["Python"], self.files["requirements.txt"]]
        known = {part.id for part in script.get("hasPart", [])} | {script.id}
        others = [self.files[module] for module in code if self.files[module].id not in known]
        script["hasPart"] = [*script.get("hasPart", []), *others]
        return script

    def build(self) -> Any:
        """The run of the whole workflow, from what editors wrote to what readers get."""
        recorded = self.contents.provenance
        read = [
            n for n in recorded["inputs"] if n.startswith(("config.yaml", "sources/", "templates/"))
        ]
        name = f"Build and verification of {self.contents.article} {self.contents.version}"
        parts = (read, list(recorded["outputs"]))
        return self._action(self.files[WORKFLOW], "#build", name, parts)

    def _action(
        self, instrument: Any, identifier: str, name: str, parts: tuple[list[str], list[str]]
    ) -> Any:
        read, written = ([self.files[file] for file in names] for names in parts)
        told = {"name": name, "description": f"{name}, as recorded in provenance.json"}
        told["actionStatus"] = "http://schema.org/CompletedActionStatus"
        return self.crate.add_action(
            instrument,
            identifier=identifier,
            object=_one_or_many(read),
            result=_one_or_many(written),
            properties=told,
        )
