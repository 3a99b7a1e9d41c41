#!/usr/bin/env python3
"""Loads the commercial building permits of a city's open-data CSV into Plumbline.

    PLUMBLINE_TOKEN=plb_... python3 load_permits.py permits.csv

Firms become companies: the program finds them by name, or creates them. Permits become projects, with their
number as `external_id`. A second run with the same file changes nothing. A run with next month's file changes only
the permits that have changed. The program needs Python 3.9 or later and only its standard library.

The token needs the scopes read and write. With the scope admin, the program also stores the permit's type and the
day of submission, in custom fields.
"""

import csv
import json
import os
import re
import sys
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter

BASE = os.environ.get("PLUMBLINE_URL", "http://127.0.0.1:3000").rstrip("/") + "/api/2023-01"
TOKEN = os.environ.get("PLUMBLINE_TOKEN", "")
ROWS_AT_ONCE = 1000

SCOPES_OF_WORK = {
    "Comm New Building Permit": "new_construction",
    "Comm Remodel Permit": "renovation",
    "Comm Finish Out Permit": "interior_fit_out",
    "Comm Addition Permit": "addition",
    "Comm Shell Permit": "core_and_shell",
    "Comm Sitework Permit": "site_work",
    "Comm Street Improvement Permit": "infrastructure",
    "Minor Commercial Repair Permit": "maintenance_repair",
}


def request(method, path, body=None, headers=None):
    """Sends a request. Waits if the service asks for a delay; on an error, exits with the service's message."""
    url = path if path.startswith("http") else BASE + path
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(5):
        call = urllib.request.Request(url, data=data, method=method)
        call.add_header("Authorization", f"Bearer {TOKEN}")
        for name, value in (headers or {}).items():
            call.add_header(name, value)
        if data is not None:
            call.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(call) as answer:
                return json.load(answer), answer.headers
        except urllib.error.HTTPError as refused:
            if refused.code in (429, 503) and attempt < 4:
                time.sleep(float(refused.headers.get("Retry-After", "1")))
                continue
            problem = json.load(refused)
            for one in problem.get("errors", []):
                print(f"  {one.get('pointer') or one.get('parameter')}: {one['message']}", file=sys.stderr)
            sys.exit(f"{method} {url}: {refused.code} {problem['code']}: {problem['detail']}")
        except urllib.error.URLError as unreachable:
            sys.exit(f"{url} does not answer: {unreachable.reason}")
    raise AssertionError("unreachable")


def every(path, plural):
    """All records of a list, page by page."""
    while path:
        body, headers = request("GET", path)
        yield from body[plural]
        following = re.search(r'<([^>]*)>; rel="next"', headers.get("Link") or "")
        path = following.group(1) if following else None


def read_permits(file_name):
    """The commercial permits of a file, each number once. The city repeats some with another day of submission."""
    permits = {}
    with open(file_name, encoding="cp1252", newline="") as file:
        for row in csv.DictReader(file):
            row = {name: (value or "").strip() for name, value in row.items()}
            kind = row["PERMIT TYPE"]
            if not (kind.startswith("Comm ") or "Commercial" in kind):
                continue
            known = permits.setdefault(row["PERMIT #"], row)
            known["DATE SUBMITTED"] = min(known["DATE SUBMITTED"], row["DATE SUBMITTED"])
    return list(permits.values())


LEGAL_FORM = re.compile(r"^(l\.?l\.?c|inc|incorporated|l\.?t\.?d|l\.?p|l\.?l\.?p|p\.?l\.?l\.?c|co|corp|p\.?c)\.?$", re.I)
FIRM = re.compile(
    r"\b(llc|inc|ltd|lp|llp|pllc|corp|co|company|group|partners?|partnership|architects?|architecture|engineers?|"
    r"engineering|construction|contract(?:or|ors|ing)|builders?|building|services?|design|consult(?:ing|ants?)|homes|"
    r"develop(?:ment|ers?)|enterprises?|resources|solutions|electric|plumbing|roofing|restoration|permits?|pools?|signs?|"
    r"fence|associates?|systems|industries|management|properties|studio|works|steel|concrete|brothers|bros)\b",
    re.I,
)


def firm_of(contact):
    """The firm of 'JANE DOE, ACME BUILDERS LLC' or of 'Acme Builders, LLC'; None if the text names only a person."""
    parts = [part.strip() for part in contact.split(",") if part.strip()]
    while len(parts) > 1 and LEGAL_FORM.match(parts[-1]):
        parts[-2:] = [f"{parts[-2]}, {parts[-1]}"]
    if not parts:
        return None
    if len(parts) > 1 or FIRM.search(parts[0]):
        return parts[-1]
    return None


def identity(name):
    """A key that is the same for different spellings of a firm."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", " ", plain.replace("&", " and ")).split()
    while len(words) > 1 and LEGAL_FORM.match(words[-1]):
        words.pop()
    return "-".join(words)[:200]


def company_ids(permits):
    """The id of each firm's company, found by name or created. Sends one request per thousand new companies."""
    spellings = {}
    for permit in permits:
        firm = firm_of(permit["PRIMARY CONTACT"])
        if firm and identity(firm):
            spellings.setdefault(identity(firm), Counter())[firm] += 1
    ids = {}
    for company in every("/companies?per_page=500&fields=id,name", "companies"):
        ids.setdefault(identity(company["name"]), company["id"])
    found = sum(1 for firm in spellings if firm in ids)
    new = [
        {"name": min(names, key=lambda name: (-names[name], name)), "external_id": f"permits:{firm}"}
        for firm, names in sorted(spellings.items())
        if firm not in ids
    ]
    results = upsert("companies", new)
    ids.update({company["external_id"].split(":", 1)[1]: result["id"] for company, result in zip(new, results)})
    report("companies", results, f"{found} found by name, ")
    return ids


def address_of(text):
    """Splits an address such as '618 W ELMIRA ST, City of San Antonio, TX 78212' into its parts."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) < 3:
        return {"street_address": text} if text else None
    state, _, code = parts[-1].partition(" ")
    city = re.sub(r"^City of ", "", parts[-2])
    return {"street_address": ", ".join(parts[:-2]), "city": city, "state": state, "zip": code.strip() or None}


def name_of(permit):
    """The name of the project. Uses the street if the permit is named like 'Building No: 4; Unit No: N/A'."""
    name, street = permit["PROJECT NAME"], permit["ADDRESS"].split(",")[0]
    if not name or name.startswith(("Building No", "Withdrawn")):
        kind = permit["PERMIT TYPE"].replace("Comm ", "").replace(" Permit", "")
        name = " - ".join(part for part in [street, kind, name] if part)
    return name[:255]


def number(text):
    """Converts a figure to a number, or to None for 0, which means that the city left it empty."""
    return float(text) or None if re.fullmatch(r"\d+(\.\d+)?", text) else None


def custom_fields():
    """The custom fields for data that a project has no field for, if the token may define them."""
    wanted = {"Permit Type": "text", "Permit Submitted": "date"}
    known = {one["name"]: one["api_name"] for one in every("/custom_fields?model=project", "custom_fields")}
    me, _ = request("GET", "/users/me")
    for name, kind in wanted.items():
        if name not in known and me["user"]["role"] == "admin":
            field = {"model": "project", "name": name, "field_type": kind}
            made, _ = request("POST", "/custom_fields", {"custom_field": field})
            known[name] = made["custom_field"]["api_name"]
    return {name: known[name] for name in wanted if name in known}


def project_of(permit, companies, source, fields):
    firm = firm_of(permit["PRIMARY CONTACT"])
    area = number(permit["AREA (SF)"])
    extra = {"Permit Type": permit["PERMIT TYPE"], "Permit Submitted": permit["DATE SUBMITTED"] or None}
    return {
        "external_id": permit["PERMIT #"],
        "name": name_of(permit),
        "project_number": permit["PERMIT #"],
        "description": f"Permit contact: {permit['PRIMARY CONTACT']}" if permit["PRIMARY CONTACT"] else None,
        "amount": number(permit["DECLARED VALUATION"]),
        "square_feet": int(area) if area else None,
        "start_date": permit["DATE ISSUED"] or None,
        "work_scope": SCOPES_OF_WORK.get(permit["PERMIT TYPE"], "other"),
        "address": address_of(permit["ADDRESS"]),
        "company_id": companies.get(identity(firm)) if firm else None,
        "lead_source_id": source,
        "custom_fields": {fields[name]: value for name, value in extra.items() if name in fields},
    }


def upsert(plural, records):
    results = []
    for start in range(0, len(records), ROWS_AT_ONCE):
        answer, _ = request("POST", f"/{plural}/bulk", {plural: records[start : start + ROWS_AT_ONCE]})
        results += answer["results"]
    return results


def report(plural, results, before=""):
    counts = Counter(result["result"] for result in results)
    print(f"{plural}: {before}" + ", ".join(f"{counts[name]} {name}" for name in ("created", "updated", "unchanged", "failed")))
    for result in results:
        for error in result.get("errors") or []:
            print(f"  {result['external_id']}: {error.get('pointer', '')} {error['message']}", file=sys.stderr)
    if counts["failed"]:
        sys.exit(1)


def main():
    if len(sys.argv) != 2 or not TOKEN:
        sys.exit(__doc__)
    permits = read_permits(sys.argv[1])
    print(f"{len(permits)} commercial permits")
    companies = company_ids(permits)
    sources, _ = request("GET", "/lead_sources?" + urllib.parse.urlencode({"name": "Permit Data"}))
    source = sources["lead_sources"][0]["id"] if sources["lead_sources"] else None
    fields = custom_fields()
    report("projects", upsert("projects", [project_of(permit, companies, source, fields) for permit in permits]))


main()
