"""A place of the books shows what is in its register, and takes what is written into its form."""

from tests.approving import Flow
from tests.web.at_books import colleague, entered


def test_it_is_in_the_menu_and_its_form_is_for_those_who_may_work(flow: Flow) -> None:
    books = entered(flow)
    page = books.get("/projects")
    assert f'href="{books.root}/projects" aria-current="page"' in page.text
    assert "Här står projekten" in page.text
    page = books.send(page, "add", Description="Bryggan")
    assert (page.url.path, page.url.query) == (f"{books.root}/projects", b"done=added")
    assert "Projektet är tillagt." in page.text
    assert "Bryggan" in page.text


def test_what_is_refused_stands_at_its_field_and_what_was_typed_stays(flow: Flow) -> None:
    books = entered(flow)
    page = books.send(books.get("/projects"), "add", Description="x" * 201)
    assert page.status_code == 400
    assert "<title>Fel: Projekt" in page.text
    assert 'href="#Description"' in page.text
    assert "x" * 201 in page.text


def test_a_reader_only_looks(flow: Flow) -> None:
    with colleague(flow, "reader") as reader:
        page = reader.get("/projects")
        assert 'value="add"' not in page.text
        token = page.text.split('name="csrf_token" value="')[1].split('"')[0]
        sent = {"csrf_token": token, "do": "add", "Description": "Bryggan"}
        refused = flow.follow(reader.flow.http.post(str(page.url), data=sent))
        assert refused.status_code == 403
        assert "Bryggan" not in reader.get("/projects").text
