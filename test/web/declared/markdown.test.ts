import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from '../../../src/web/activity/markdown/markdown.tsx';

/** The markup of a text, without the names of classes. */
const shown = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { text })).replaceAll(/ class="[^"]*"| dir="auto"/g, '');

/** The only tags and attributes that a text can make. */
const harmless =
  /<\/?(?:div|p|ul|ol|li|strong|em|del|code|pre|br|hr|blockquote|table|thead|tbody|tr|th|td|span|a)(?: (?:href|target|rel|start|scope|role|aria-label|tabindex)="[^"<>]*")*\/?>/g;

describe('Markdown on the page', () => {
  it('shows paragraphs, lists, emphasis, code and tables', () => {
    expect(shown('# Roof\n\nTake the **white** one\nnow.\n\n1. TPO\n2. *EPDM*')).toBe(
      '<div><p>Roof</p><p>Take the <strong>white</strong> one<br/>now.</p>' +
        '<ol start="1"><li>TPO</li><li><em>EPDM</em></li></ol></div>',
    );
    expect(shown('- [x] done\n- [ ] open')).toBe('<div><ul><li>☑ done</li><li>☐ open</li></ul></div>');
    expect(shown('> they said\n\n`a<b`\n\n---')).toBe(
      '<div><blockquote><p>they said</p></blockquote><p><code>a&lt;b</code></p><hr/></div>',
    );
    expect(shown('|a|\n|-|\n|1|')).toContain('<th scope="col">a</th>');
  });

  it('opens links in a new tab that knows nothing of the page', () => {
    const attributes = 'target="_blank" rel="noopener noreferrer"';
    for (const [text, href] of [
      ['[site](https://example.com/a)', 'https://example.com/a'],
      ['[site](http://example.com/)', 'http://example.com/'],
      ['[site](mailto:a@example.com)', 'mailto:a@example.com'],
      ['[site](tel:+13125550100)', 'tel:+13125550100'],
    ] as const) {
      expect(shown(text)).toBe(`<div><p><a href="${href}" ${attributes}>site</a></p></div>`);
    }
  });

  it('shows the name of a colleague without an address', () => {
    expect(shown('[@Ann Ray](user:7) prices it.')).toBe('<div><p><span>@Ann Ray</span> prices it.</p></div>');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://example.com/1)',
    '[x](//evil.example)',
    '[x](/settings)',
    '[x](user:7/../../x)',
    '[x](user:seven)',
    '<javascript:alert(1)>',
    '[x]\n\n[x]: javascript:alert(1)',
  ])('makes no link of %j', (text) => {
    const markup = shown(text);
    expect(markup).not.toMatch(/<a|href/);
    expect(markup.replaceAll(harmless, '')).not.toMatch(/[<>]/);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x()">b</b> <iframe src="//evil.example"></iframe>',
    '<svg/onload=alert(1)>',
    '<!-- a comment --> <![CDATA[x]]> <?php x ?>',
    '![x](https://evil.example/x.png)',
    '![x](https://evil.example/x.png "t")',
    '<style>*{display:none}</style>',
    '| <img src=x> |\n|-|\n| <script>1</script> |',
    '`</code><script>`',
    '```html\n</pre><script>alert(1)</script>\n```',
    '[<img src=x onerror=alert(1)>](https://example.com)',
    '[x](https://example.com "\\"><script>alert(1)</script>")',
    '[x](https://example.com/"onmouseover="alert(1))',
    '**<b>** &lt;script&gt; &#60;script&#62;',
  ])('shows %j without its effect', (text) => {
    const markup = shown(text);
    expect(markup.replaceAll(harmless, '')).not.toMatch(/[<>]/);
    expect(markup).not.toMatch(/<(?:img|script|iframe|svg|style)/);
  });

  it('folds the quoted lines of a mail', () => {
    const markup = renderToStaticMarkup(createElement(Markdown, { text: 'Yes.\n\n> Is it?', foldsQuotes: true }));
    expect(markup).toMatch(/<p>Yes.<\/p><details><summary>Quoted lines<\/summary><blockquote.*Is it\?/);
    expect(shown('Yes.\n\n> Is it?')).not.toContain('<details>');
  });

  it('leaves no written word out', () => {
    expect(shown('<b>bold</b> ![plan](a.png)')).toBe('<div><p>&lt;b&gt;bold&lt;/b&gt; ![plan](a.png)</p></div>');
    expect(shown('[1]: see the plan')).toContain('[1]: see the plan');
    expect(shown('<details>\nhidden\n</details>')).toContain('hidden');
  });

  it.each([
    ['quotes', '>'.repeat(65_535)],
    ['quotes on many lines', Array.from({ length: 350 }, (_, index) => `${'>'.repeat(index)}a`).join('\n')],
    ['lists', Array.from({ length: 300 }, (_, index) => `${' '.repeat(index)}- a`).join('\n')],
    ['emphasis', '_a'.repeat(32_767)],
    ['stars', '*a **'.repeat(13_000)],
    ['brackets', '['.repeat(65_535)],
    ['images', '!['.repeat(32_767)],
    ['addresses', 'http://a('.repeat(7000)],
    ['backticks', '`a``'.repeat(16_000)],
    ['tags', '<a '.repeat(21_000)],
  ])('shows a text of nothing but nested %s', (_, text) => {
    const markup = shown(text);
    expect(markup.length).toBeGreaterThan(text.length / 2);
    expect(markup.replaceAll(harmless, '')).not.toMatch(/[<>]/);
  });
});
