#!/usr/bin/env python3
"""A first integration: an ERP sync with Plumbline, from signing in to a won job.

    PLUMBLINE_TOKEN=plb_... python3 first_integration.py

Use the token that the first start printed. PLUMBLINE_URL is the address of the service (http://127.0.0.1:3000).
The program prints each request and the important parts of the response. A second run finds the records of the first
and creates nothing twice. It needs Python 3.9 or later and only its standard library.
docs/first-integration.md explains each step.
"""

import base64
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

SERVICE = os.environ.get("PLUMBLINE_URL", "http://127.0.0.1:3000").rstrip("/")
API = "/api/2023-01"
ATTEMPTS = 6
CLIENT_NAME = "First integration"


class Answer:
    def __init__(self, status, headers, text):
        self.status, self.headers = status, headers
        self.body = json.loads(text) if text else None

    def record(self):
        """The record of a response, under any singular name."""
        return next(iter(self.body.values()))

    def records(self):
        return next(iter(self.body.values()))


class Service:
    """Sends requests with one credential and prints them."""

    def __init__(self, authorization):
        self.authorization = authorization

    def get(self, path, query=None, show=None, headers=None, expect=(200,)):
        return self.call("GET", path + query_text(query), show=show, headers=headers, expect=expect)

    def post(self, path, body, show=None, headers=None, expect=(200, 201)):
        return self.call("POST", path, body, show, headers, expect)

    def patch(self, path, body, show=None, headers=None, expect=(200,)):
        return self.call("PATCH", path, body, show, headers, expect)

    def delete(self, path, expect=(204,)):
        return self.call("DELETE", path, expect=expect)

    def call(self, method, path, body=None, show=None, headers=None, expect=(200,)):
        sent = {"Authorization": self.authorization, **(headers or {})}
        if method != "GET":
            # Every attempt has the same key, so that a lost response causes no duplicate.
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        say_request(method, path, body, headers)
        answer = send(method, path, body, sent)
        say_answer(answer, show)
        if answer.status not in expect:
            sys.exit(f"Given up: {method} {path} was answered with {answer.status}.")
        return answer


def send(method, path, body, headers):
    """Sends a request, and retries while the service asks for a delay or cannot be reached."""
    at_root = path.startswith("/oauth/")
    url = path if path.startswith("http") else SERVICE + ("" if at_root else API) + path
    data = None
    if body is not None:
        data = urllib.parse.urlencode(body).encode() if at_root else json.dumps(body).encode()
        kind = "application/x-www-form-urlencoded" if at_root else "application/json"
        headers = {**headers, "Content-Type": kind}
    for attempt in range(1, ATTEMPTS + 1):
        request = urllib.request.Request(url, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refusal:
            answer = Answer(refusal.code, refusal.headers, refusal.read())
            if refusal.code not in (429, 503) or attempt == ATTEMPTS:
                return answer
            wait = float(refusal.headers.get("Retry-After", attempt))
            print(f"  {refusal.code} {answer.body['code']}: waits {wait:g} s, then sends it again")
        except (OSError, http.client.HTTPException) as unreachable:
            if attempt == ATTEMPTS:
                sys.exit(f"{url} does not answer: {unreachable}")
            wait = attempt
            print(f"  no answer ({unreachable}): waits {wait} s, then sends it again")
        time.sleep(wait)
    raise AssertionError("the last attempt returns")


def say_request(method, path, body, headers):
    print(f"\n{method} {urllib.parse.unquote(path.replace(SERVICE + API, ''))}")
    for name, value in (headers or {}).items():
        print(f"  {name}: {value}")
    if body is not None:
        print(f"  {shortened(json.dumps(body, ensure_ascii=False))}")


def say_answer(answer, show):
    if answer.status >= 400:
        print(f"  {answer.status} {answer.body['code']}: {answer.body['detail']}")
        for problem in answer.body["errors"]:
            where = problem.get("pointer") or problem.get("parameter") or problem.get("header") or ""
            values = {key: problem[key] for key in ("given", "current", "existing_id") if key in problem}
            more = f" {json.dumps(values)}" if values else ""
            print(f"    {where} {problem['code']}: {problem['message']}{more}")
        return
    replayed = ", Idempotent-Replayed" if answer.headers.get("Idempotent-Replayed") else ""
    print(f"  {answer.status}{replayed}" + (f" {shortened(show(answer))}" if show else ""))


def shortened(text):
    return text if len(text) <= 300 else text[:297] + "..."


def only(*names):
    """Shows some keys of the response's record, and the name of an embedded record."""

    def show(answer):
        record = answer.record()
        return json.dumps({name: named(record[name]) for name in names}, ensure_ascii=False)

    return show


def each(*names):
    """Shows some keys of every record of a list."""

    def show(answer):
        rows = [" ".join(str(named(record[name])) for name in names) for record in answer.records()]
        return f"{len(rows)}: " + "; ".join(rows) if rows else "none"

    return show


def named(value):
    return value["name"] if isinstance(value, dict) and "name" in value else value


def query_text(query):
    # Encodes everything except brackets and commas.
    return "?" + urllib.parse.urlencode(query, safe="[],") if query else ""


def step(title):
    print(f"\n== {title}")


def every_page(service, path, query, show):
    """All records of a list. Follows the next link until there is none."""
    answer = service.get(path, query, show)
    yield from answer.records()
    while True:
        following = re.search(r'<([^>]*)>; rel="next"', answer.headers.get("Link") or "")
        if not following:
            return
        answer = service.get(following.group(1), None, show)
        yield from answer.records()


def found_or_made(service, path, query, body, show, target=None):
    """The first record that a query finds, or a new one if there is none."""
    found = first_found(service, path, query)
    return found or service.post(target or path, body, show).record()


def kept_up(service, plural, singular, fields, show):
    """Creates or updates the record with the external id of these fields."""
    found = first_found(service, f"/{plural}", {"external_id": fields["external_id"]})
    if found is None:
        return service.post(f"/{plural}", {singular: fields}, show).record()
    return service.patch(f"/{plural}/{found['id']}", {singular: fields}, show).record()


def first_found(service, path, query):
    found = service.get(path, {**query, "per_page": 1}, lambda answer: f"{len(answer.records())} found").records()
    return found[0] if found else None


def sign_in(admin):
    """Creates an OAuth client for this program, and gets an access token for an hour."""
    step("Sign in as an OAuth client")
    for client in every_page(admin, "/oauth_clients", None, each("id", "name")):
        if client["name"] == CLIENT_NAME:
            admin.delete(f"/oauth_clients/{client['id']}")
    wanted = {"oauth_client": {"name": CLIENT_NAME, "scopes": ["read", "write"]}}
    client = admin.post("/oauth_clients", wanted, only("id", "name", "scopes")).record()
    pair = f"{client['client_id']}:{client['client_secret']}".encode()
    basic = Service("Basic " + base64.b64encode(pair).decode())
    token = basic.post(
        "/oauth/token",
        {"grant_type": "client_credentials"},
        lambda answer: json.dumps({name: answer.body[name] for name in ("token_type", "expires_in", "scope")}),
    )
    return Service("Bearer " + token.body["access_token"])


def estimator(admin):
    step("A user")
    body = {"user": {"first_name": "Ria", "last_name": "Estevez", "email": "ria.estevez@example.com", "role": "member"}}
    return found_or_made(admin, "/users", {"email": body["user"]["email"]}, body, only("id", "name", "role"))


def company_and_contact(service):
    step("A company and a contact")
    firm = {"external_id": "ERP-C-1", "name": "Northline School District", "category": "client"}
    company = kept_up(service, "companies", "company", firm, only("id", "name", "category"))
    person = {"external_id": "ERP-P-1", "first_name": "Dana", "last_name": "Reyes", "email": "dana.reyes@example.com"}
    contact = upsert(service, "contacts", [{**person, "company_id": company["id"]}])
    service.get(f"/contacts/{contact[0]}", None, only("id", "name", "email", "company"))
    return company["id"], contact[0]


def upsert(service, plural, records):
    """Creates or updates records in bulk. Returns their ids by external id."""
    answer = service.post(
        f"/{plural}/bulk",
        {plural: records},
        lambda answer: "; ".join(f"{row['external_id']} {row['result']}" for row in answer.body["results"]),
    )
    for row in answer.body["results"]:
        for problem in row.get("errors", []):
            print(f"    {problem['pointer']} {problem['code']}: {problem['message']}")
    return [row["id"] for row in answer.body["results"]]


def project_of(service, company_id, contact_id):
    step("A project with its bid")
    wanted = {
        "external_id": "ERP-J-1",
        "name": "Riverside Elementary School",
        "company_id": company_id,
        "contact_id": contact_id,
        "bid_due_at": "2026-12-10T14:00:00-06:00",
        "amount": 12400000,
        "square_feet": 86000,
    }
    show = only("id", "company", "project_stage", "probability", "bid_due_at", "bid_due_date", "price_per_square_foot")
    return kept_up(service, "projects", "project", wanted, show)


def team_of(service, project, user):
    step("The team")
    query = {"project_id": project["id"], "user_id": user["id"]}
    body = {"project_team_membership": {"user_id": user["id"], "roles": ["project_manager"]}}
    target = f"/project_team_memberships?project_id={project['id']}"
    show = lambda answer: ", ".join(role["name"] for role in answer.record()["roles"])
    membership = found_or_made(service, "/project_team_memberships", query, body, show, target)
    if "estimator" not in [role["role"] for role in membership["roles"]]:
        role = {"role": "estimator", "project_team_membership_id": membership["id"]}
        service.post("/project_team_roles", {"project_team_role": role}, only("id", "role", "name"))
    service.get(f"/project_team_memberships/{membership['id']}", None, show)


def tasks_of(service, project, user):
    step("Tasks")
    about = {"project_id": project["id"]}
    name = "Before the bid"
    body = {"task_list": {"name": name, **about}}
    tasks = found_or_made(service, "/task_lists", {"name": name, **about}, body, only("id", "name", "project"))
    made = []
    for title, deadline in (("Walk the site", "2026-12-01"), ("Price the steel", "2026-12-07")):
        more = {"task_list_id": tasks["id"], "assigned_to_id": user["id"], "deadline": deadline}
        body = {"task": {"title": title, **about, **more}}
        query = {"title": title, "task_list_id": tasks["id"]}
        made.append(found_or_made(service, "/tasks", query, body, only("id", "title", "deadline", "assigned_to")))
    if made[0]["completed_at"] is None:
        done = {"task": {"completed_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}}
        service.patch(f"/tasks/{made[0]['id']}", done, only("title", "completed_at"))
    service.get("/tasks", {"task_list_id": tasks["id"], "completed_at": "null"}, each("title", "deadline"))


def call_about(service, project, contact_id):
    step("A call")
    outcomes = service.get("/call_outcomes", {"key": "connected"}, each("id", "name")).records()
    notes = "Dana confirms the bid for 10 December, 2 pm."
    # A firm may have deleted the outcome. A call needs none.
    outcome_id = outcomes[0]["id"] if outcomes else None
    body = {"notes": notes, "contact_id": contact_id, "project_id": project["id"], "call_outcome_id": outcome_id}
    query = {"project_id": project["id"], "notes[eq]": notes}
    found_or_made(service, "/calls", query, {"call": body}, only("id", "contact", "call_outcome", "recorded_at"))


def win(service, project):
    step("Move the project to won")
    show = only("project_stage", "probability", "project_status", "close_type", "award_date")
    now = service.get(f"/projects/{project['id']}", None, show).record()
    if now["close_type"] == "won":
        print("  won in an earlier run; it stays so")
        return
    stages = service.get("/project_stages", None, each("name", "category")).records()
    # The firm may rename entries; keys stay.
    way = [stage for stage in stages if stage["key"] in ("estimating", "bid_submitted")]
    won = [stage for stage in stages if stage["category"] == "won"]
    if not won:
        sys.exit("Given up: the firm has no won stage. An admin adds or restores one: Settings, Stages.")
    way.append(won[0])
    for stage in way:
        service.patch(f"/projects/{project['id']}", {"project": {"project_stage_id": stage["id"]}}, show)


def what_happened(service, project):
    step("History and messages")

    def changes(answer):
        return "; ".join(f"{one['action']} by {one['user']['name']} {list(one['fields'])}" for one in answer.records())

    service.get(f"/projects/{project['id']}/history", {"per_page": 2}, changes)
    # Newest first. A sync reads back to the last message that it has processed.
    messages = service.get("/webhook_messages", {"per_page": 500}, lambda answer: f"{len(answer.records())} messages")
    address = f"{API}/projects/{project['id']}"
    mine = [one["event_type"] for one in messages.records() if one["payload"]["url"].endswith(address)]
    for event_type in reversed(mine):
        print(f"    {event_type}")


def many(service):
    step("Bulk requests and pages")
    trades = ("Concrete", "Drywall", "Electric", "Glazing", "Masonry", "Plumbing", "Roofing", "Steel")
    records = [{"external_id": f"ERP-S-{trade}", "name": f"Harbor {trade}", "category": "supplier"} for trade in trades]
    upsert(service, "companies", records)
    query = {"external_id[starts_with]": "ERP-S-", "sort": "-name", "fields": "id,name", "per_page": 3}
    names = [company["name"] for company in every_page(service, "/companies", query, each("name"))]
    print(f"    {len(names)} in all, {names[0]} to {names[-1]}")


def questions(service):
    step("Filters and search")
    fields = "name,amount,project_status"
    query = {"bid_due_date[gte]": "2026-12-01", "amount[gt]": 1000000, "sort": "-amount", "fields": fields}
    count = lambda answer: f"{answer.headers['X-Total-Count']} in all; " + each("name", "amount")(answer)
    service.get("/projects", {**query, "per_page": 2}, count, {"Prefer": "count=exact"})
    service.get("/projects", {"q": "riverside northline", "fields": "id,name"}, each("id", "name"))
    service.get("/companies", {"q": "harbr plumbing", "fields": "id,name"}, each("id", "name"))


def sent_twice(service, project):
    step("Retry safely")
    key = {"Idempotency-Key": str(uuid.uuid4())}
    body = {"task": {"title": "Call the school board", "project_id": project["id"]}}
    first = service.post("/tasks", body, only("id", "title"), key).record()
    again = service.post("/tasks", body, only("id", "title"), key).record()
    print("    one task" if first["id"] == again["id"] else "    two tasks")
    service.post("/tasks", {"task": {"title": "Something else"}}, None, key, expect=(422,))
    service.delete(f"/tasks/{first['id']}")
    service.get(f"/tasks/{first['id']}", expect=(404,))


def two_at_once(service, project):
    step("Concurrent changes")
    path = f"/projects/{project['id']}"
    read = {"If-Match": service.get(path, None, lambda answer: f"ETag: {answer.headers['ETag']}").headers["ETag"]}
    service.patch(path, {"project": {"project_number": "26-014-R"}}, only("project_number"), read)
    late = {"project": {"project_number": "26-014"}}
    stale = service.patch(path, late, None, read, expect=(412,))
    # After comparing both values, the client sends its value again with the ETag of the 412.
    service.patch(path, late, only("project_number"), {"If-Match": stale.headers["ETag"]})


def refusals(service):
    step("Errors")
    service.post("/companies", {"company": {"name": "Northline", "external_id": "ERP-C-1"}}, None, expect=(409,))
    wrong = {"nmae": "Riverside", "amount": "12.4M", "bid_due_date": "2026-02-30", "company_id": "999999"}
    service.post("/projects", {"project": wrong}, None, expect=(422,))
    service.get("/projects", {"amout[gt]": 1}, expect=(400,))
    service.get("/projects/999999", expect=(404,))
    service.post("/industries", {"industry": {"name": "Schools"}}, None, expect=(403,))
    Service("Bearer plb_nobody").get("/projects", expect=(401,))


def main():
    token = os.environ.get("PLUMBLINE_TOKEN")
    if not token:
        sys.exit(f"Set PLUMBLINE_TOKEN.\n\n{__doc__}")
    if not re.match("https?://", SERVICE):
        sys.exit("PLUMBLINE_URL must be an address such as http://127.0.0.1:3000.")
    admin = Service(f"Bearer {token}")
    service = sign_in(admin)
    user = estimator(admin)
    company_id, contact_id = company_and_contact(service)
    project = project_of(service, company_id, contact_id)
    team_of(service, project, user)
    tasks_of(service, project, user)
    call_about(service, project, contact_id)
    win(service, project)
    what_happened(service, project)
    many(service)
    questions(service)
    sent_twice(service, project)
    two_at_once(service, project)
    refusals(service)
    print("\nDone.")


main()
