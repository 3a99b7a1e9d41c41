import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The parts of a browser's window that a sign-out needs. */
function windowOfTab() {
  const stored = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    clear: () => stored.clear(),
  };
  const addresses: string[] = [];
  const location = { href: 'http://crm.example/tasks', assign: (address: string) => void addresses.push(address) };
  return { addresses, tab: Object.assign(new EventTarget(), { sessionStorage, location }) };
}

let opened: ReturnType<typeof windowOfTab>;
beforeEach(() => {
  opened = windowOfTab();
  vi.stubGlobal('window', opened.tab);
  // A page that is loaded anew begins with new modules.
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The event of a storage that another tab has cleared, or has changed at a key. */
const heard = (key: string | null) => Object.assign(new Event('storage'), { key });

test('a tab that stays open after a sign-out leaves at the next one too', async () => {
  const { followSignOut } = await import('../../../src/web/data/session.ts');
  const end = followSignOut();
  opened.tab.dispatchEvent(heard('plumbline-single-keys'));
  expect(opened.addresses).toEqual([]);
  opened.tab.dispatchEvent(heard(null));
  opened.tab.dispatchEvent(heard(null));
  expect(opened.addresses).toEqual(['/', '/']);
  end();
  opened.tab.dispatchEvent(heard(null));
  expect(opened.addresses).toHaveLength(2);
});

test('a page that has forgotten everything stores nothing more until it is loaded again', async () => {
  const before = await import('../../../src/web/data/storage.ts');
  expect(before.tabStorage.set('draft', 'They want a budget.')).toBe(true);
  before.forgetTab();
  expect(before.tabStorage.get('draft')).toBeNull();
  expect(before.tabStorage.set('draft', 'They want a budget.')).toBe(false);
  expect(before.tabStorage.get('draft')).toBeNull();

  vi.resetModules();
  const after = await import('../../../src/web/data/storage.ts');
  expect(after.tabStorage.set('draft', 'They want a bond.')).toBe(true);
  expect(after.tabStorage.get('draft')).toBe('They want a bond.');
});
