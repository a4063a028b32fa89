import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

it.each([
  ['a heading', '## Late points', '<h2 id="late-points">Late points</h2>'],
  ['a paragraph over lines', 'one\ntwo\n\nthree', '<p>one two</p>\n<p>three</p>'],
  [
    'an indented block',
    '    npm ci\n    npm <run>\n\nx',
    '<pre><code>npm ci\nnpm &lt;run&gt;</code></pre>\n<p>x</p>',
  ],
  [
    'a fenced block',
    '```xen\n[A] > 1\n# no heading\n```',
    '<pre><code>[A] &gt; 1\n# no heading</code></pre>',
  ],
  ['a list', '- one\n  goes on\n- **two**', '<ul><li>one goes on</li><li><strong>two</strong></li></ul>'],
  ['slanted text', 'Choose *New twin*, not 2 * 3 * 4.', '<p>Choose <em>New twin</em>, not 2 * 3 * 4.</p>'],
  ['a numbered list', '1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  [
    'a table',
    '| a | b |\n| --- | --- |\n| 1 | `x \\| y` |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>x | y</code></td></tr></tbody></table>',
  ],
  ['code in a line', 'set `**A**` & go', '<p>set <code>**A**</code> &amp; go</p>'],
  [
    'a picture',
    '![A "chart"](images/monitor.png)',
    '<p><img src="images/monitor.png" alt="A &quot;chart&quot;" loading="lazy"></p>',
  ],
  ['a link to a document', '[how](language.md#types)', '<p><a href="language#types">how</a></p>'],
])('renders %s', (_, text, html) => expect(renderMarkdown(text)).toBe(html));

it('escapes all HTML', () => {
  expect(renderMarkdown('<script>alert(1)</script> [x](javascript:alert) "q"')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; <a href="#">x</a> &quot;q&quot;</p>',
  );
});

it('renders headings below the first level, without ids', () => {
  expect(renderMarkdown('# One\n#### Four', 3)).toBe('<h3>One</h3>\n<h6>Four</h6>');
});
