// What the pages of the reference do in a browser: languages of the samples, copying, search, and trying a request.
// It asks the service that it came from, and nothing else.

const root = document.documentElement;
root.classList.add('scripted');
root.dataset.language = remembered('localStorage', 'language') ?? 'curl';

for (const figure of document.querySelectorAll('figure')) addButtons(figure);
for (const form of document.querySelectorAll('form')) form.addEventListener('submit', send);
for (const input of document.querySelectorAll('input[name=token]')) keepToken(input);
startSearch(document.querySelector('search input'), document.querySelector('#found'));
showPlace(document.querySelector('#menu'));

// The menu is longer than the window. On a narrow one it lies below the content and does not scroll by itself.
function showPlace(menu) {
  const here = menu.querySelector('[aria-current]');
  if (here && menu.scrollHeight > menu.clientHeight) menu.scrollTop = here.offsetTop - menu.clientHeight / 2;
}

// A browser may be told to keep nothing.
function remembered(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

function remember(storage, key, value) {
  try {
    window[storage].setItem(key, value);
  } catch {
    // The choice holds for this page.
  }
}

/* Samples */

function addButtons(figure) {
  const bar = document.createElement('div');
  bar.className = 'bar';
  for (const sample of figure.querySelectorAll('.sample')) bar.append(languageButton(sample));
  const copy = button('Copy', () => {
    const code = [...figure.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
    getSelection().selectAllChildren(code);
    // Over plain http a page has no navigator.clipboard. The selection stays for the keys.
    if (document.execCommand('copy')) copy.textContent = 'Copied';
  });
  bar.append(copy);
  (figure.querySelector('figcaption') ?? figure).insertAdjacentElement(
    figure.querySelector('figcaption') ? 'afterend' : 'afterbegin',
    bar,
  );
}

function languageButton(sample) {
  const { language } = sample.dataset;
  const choose = button(sample.querySelector('.language').textContent, () => {
    remember('localStorage', 'language', language);
    root.dataset.language = language;
    showChoice();
  });
  choose.dataset.chooses = language;
  choose.setAttribute('aria-pressed', String(root.dataset.language === language));
  return choose;
}

function showChoice() {
  for (const choose of document.querySelectorAll('[data-chooses]')) {
    choose.setAttribute('aria-pressed', String(choose.dataset.chooses === root.dataset.language));
  }
}

function button(text, onClick) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', onClick);
  return made;
}

/* Search */

function startSearch(input, found) {
  let entries;
  const load = () => (entries ??= fetch(document.body.dataset.search).then((answer) => answer.json()));
  const show = async () => {
    const asked = input.value.trim().toLowerCase();
    const words = asked.split(/\s+/).filter((word) => word !== '');
    const best = words.length > 0 ? find(await load(), words) : [];
    if (input.value.trim().toLowerCase() !== asked) return;
    found.replaceChildren(...(best.length > 0 ? best.map(foundItem) : [nothingFound()]));
    found.hidden = words.length === 0;
  };
  input.addEventListener('focus', load);
  input.addEventListener('input', show);
  input.addEventListener('focus', show);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') found.hidden = true;
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
    moveAmong([input, ...found.querySelectorAll('a')], event);
  });
  input.addEventListener('keydown', (event) => {
    // An input method confirms a text with Enter.
    if (event.key === 'Enter' && !event.isComposing && event.keyCode !== 229) found.querySelector('a')?.click();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('search') || event.target.closest('#found a')) found.hidden = true;
  });
}

// Every word has to be there; a word or a synonym in the title weighs more than one in the text, and so do words side by
// side.
function find(entries, words) {
  const weighed = entries.map((entry) => ({ entry, weight: weightOf(entry, words) }));
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 20)
    .map(({ entry }) => entry);
}

function weightOf([title, kind, , text, also], words) {
  const name = title.toLowerCase();
  const near = kind.toLowerCase();
  let weight = 0;
  for (const word of words) {
    const inTitle = name.includes(word) && (name.startsWith(word) ? 12 : 8);
    const best = inTitle || (also.includes(word) && 6) || (near.includes(word) && 4) || (text.includes(word) ? 1 : 0);
    if (best === 0) return 0;
    weight += best;
  }
  return weight + (words.length > 1 && text.includes(words.join(' ')) ? 2 : 0);
}

function foundItem([title, kind, place]) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const small = document.createElement('small');
  link.href = document.body.dataset.root + place;
  link.textContent = title;
  small.textContent = kind;
  link.append(small);
  item.append(link);
  return item;
}

function nothingFound() {
  const item = document.createElement('li');
  const text = document.createElement('p');
  text.textContent = 'No result has all of these words.';
  item.append(text);
  return item;
}

function moveAmong(places, event) {
  const at = places.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (at < 0 || step === undefined) return;
  event.preventDefault();
  places[at + step]?.focus();
}

/* Trying a request */

// As long as the tab is open, and for this service alone.
function keepToken(input) {
  input.value = remembered('sessionStorage', 'token') ?? '';
  input.addEventListener('change', () => {
    remember('sessionStorage', 'token', input.value);
    for (const other of document.querySelectorAll('input[name=token]')) other.value = input.value;
  });
}

// The page signs out by clearing what the browser has stored.
addEventListener('storage', ({ key }) => {
  if (key !== null) return;
  remember('sessionStorage', 'token', '');
  for (const input of document.querySelectorAll('input[name=token]')) input.value = '';
});

async function send(event) {
  event.preventDefault();
  const form = event.target;
  const output = form.querySelector('output pre');
  output.hidden = false;
  output.textContent = 'Waiting for the answer …';
  try {
    output.textContent = await answerTo(requestOf(form));
  } catch (error) {
    output.textContent = `The request failed: ${error.message}`;
  }
}

function requestOf(form) {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '');
  const at = (place) =>
    fields
      .filter(([name]) => name.startsWith(`${place}:`))
      .map(([name, value]) => [name.slice(place.length + 1), value]);
  const value = (name) => fields.find(([one]) => one === name)?.[1];
  const path = at('path').reduce(
    (target, [name, text]) => target.replace(`{${name}}`, encodeURIComponent(text)),
    form.dataset.target,
  );
  const query = [String(new URLSearchParams(at('query'))), value('more') ?? ''].filter((part) => part !== '').join('&');
  const headers = new Headers(at('header'));
  const body = value('body');
  if (value('token') !== undefined) headers.set('authorization', `Bearer ${value('token')}`);
  if (body !== undefined) headers.set('content-type', form.dataset.type);
  return new Request(path + (query === '' ? '' : `?${query}`), {
    method: form.dataset.method,
    headers,
    body,
  });
}

async function answerTo(request) {
  const answer = await fetch(request);
  const text = await answer.text();
  const shown = answer.headers.get('content-type')?.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return `${answer.status} ${answer.statusText}\n\n${shown}`;
}
