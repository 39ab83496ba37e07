"""What a benchmark has measured, put into its place in docs/benchmarks.md."""

from __future__ import annotations

from pathlib import Path

__all__ = ["PAGE", "put"]

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def put(text: str, name: str, page: Path = PAGE) -> None:
    """Replaces what stands between `<!-- name: begin -->` and `<!-- name: end -->`. Raises ValueError if these are not there once, in
    this order."""
    old = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    head, found, rest = old.partition(begin)
    _, closed, tail = rest.partition(end)
    if not (found and closed) or begin in tail:
        raise ValueError(f"{page.name} has no single place for {name}")
    page.write_text(f"{head}{begin}{text}{end}{tail}", encoding="utf-8")
