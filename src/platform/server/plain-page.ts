import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Language } from './texts.ts'

/** A page on a weak connection, with its style; what is long is cut until it fits. */
export const MOST_BYTES = 30_000

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The colors of src/ui/tokens.css, and what every page has. */
const baseStyle = `:root{color-scheme:light dark;--paper:#fbf7f0;--surface:#fff;--line:#8b8272;--ink:#1c2b2d;--soft:#4c5b5c;--link:#0b5c59;--on:#fff;--leaf:#2b6a30;--leaf-b:#e2f2e1;--amber:#7a4f00;--amber-b:#fdefcf;--stone:#4e5857;--stone-b:#eceeec;--focus:#a83f16;--ember-b:#fbe6da}
@media (prefers-color-scheme:dark){:root{--paper:#101718;--surface:#182123;--line:#71827f;--ink:#eef4f1;--soft:#a9b9b6;--link:#63cbbf;--on:#06211f;--leaf:#8fd695;--leaf-b:#17301a;--amber:#f3c261;--amber-b:#38290c;--stone:#b6c0be;--stone-b:#232d2e;--focus:#ff9a68;--ember-b:#3c2015}}
@media (prefers-contrast:more){:root{--paper:#fff;--line:#000;--ink:#000;--soft:#1e2626;--link:#00403d;--leaf:#144a19;--leaf-b:#eefaed;--amber:#573700;--amber-b:#fff5dd;--stone:#2f3837;--stone-b:#f4f6f4;--focus:#7a2500;--ember-b:#fff0e8}}
@media (prefers-contrast:more) and (prefers-color-scheme:dark){:root{--paper:#000;--surface:#000;--line:#fff;--ink:#fff;--soft:#e6efed;--link:#8ff0e5;--on:#000;--leaf:#bdf5c1;--leaf-b:#082409;--amber:#ffdc94;--amber-b:#2a1d02;--stone:#dfe7e5;--stone-b:#161d1e;--focus:#ffc4a5;--ember-b:#2b1206}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:42rem;margin:0 auto;padding:12px 16px}header{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;align-items:center;font-weight:700}
h1{font-size:1.7rem;line-height:1.2;margin:8px 0}h2{font-size:1.3rem;line-height:1.25;margin:0}p{margin:6px 0}a{color:var(--link)}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
header a,.map a{display:inline-block;padding:10px 0}ol{list-style:none;margin:16px 0;padding:0;display:grid;gap:16px}
li>article,.box{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:16px}
.soft{color:var(--soft)}.chip,.notice,.thanks{display:inline-block;padding:4px 12px;border-radius:10px;font-weight:600}.chip{background:var(--stone-b);color:var(--stone)}.chip.open,.thanks{background:var(--leaf-b);color:var(--leaf)}.notice{background:var(--amber-b);color:var(--amber)}
.call,button{display:inline-block;min-height:48px;padding:10px 20px;border:2px solid var(--link);border-radius:24px;font:inherit;font-weight:700;text-decoration:none;cursor:pointer}.call{background:var(--link);color:var(--on)}button{background:none;color:var(--link)}
dl{margin:8px 0}dt{font-weight:700}dd{margin:0 0 8px}
form{margin-top:12px;display:grid;gap:6px;justify-items:start}label{font-weight:700}select,textarea,input{width:100%;min-height:48px;padding:10px;border:2px solid var(--line);border-radius:10px;background:var(--surface);color:var(--ink);font:inherit}
@media print{header a,.map,.thanks,.screen,footer{display:none}body{background:#fff;color:#000}li>article,.box{border:0;padding:0;break-inside:avoid}}`

export interface PlainPage {
  language: Language
  productName: string
  title: string
  /** HTML beside the product's name. */
  aside?: string
  /** What search engines may do; nothing by default. */
  robots?: string
  /** Further elements of the head. */
  head?: string
}

/**
 * Pages that the server writes, for readers without an account and browsers without scripts. Their policy allows one
 * style and no script at all.
 * @param ownStyle what these pages have beside the usual style
 */
export function createPlainPages(ownStyle = '') {
  const style = `${baseStyle}${ownStyle}`
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return {
    /** @param body HTML; whatever it shows is escaped */
    write: (page: PlainPage, body: string) => `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="${page.robots ?? 'noindex,nofollow'}"><title>${escapeHtml(page.title)} · ${escapeHtml(page.productName)}</title><link rel="icon" href="/favicon.svg">${page.head ?? ''}<style>${style}</style></head>
<body><header><span>${escapeHtml(page.productName)}</span>${page.aside ?? ''}</header>
${body}
</body></html>`,
    send: (reply: FastifyReply, language: Language, html: string) =>
      reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-language': language, 'content-security-policy': policy })
        .send(html),
  }
}
