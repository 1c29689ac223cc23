import { readFileSync } from 'node:fs'

type Texts = Record<'slogan' | 'blurb', string>
const languages = ['en', 'es'] as const

const readTexts = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`../texts/${language}.json`, import.meta.url), 'utf8'))

const asHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll('$', '&#36;')

/** The page's content before its scripts have loaded. */
export interface FrontShell {
  /** For search engines. */
  description: string
  /** The name and the first texts of the front page, in both languages; CSS shows the reader's. */
  html: string
}

/** Renders the front page's first texts as HTML. The screen itself replaces them (landing-page.tsx). */
export function writeFrontShell(productName: string): FrontShell {
  const blurbOf = (texts: Texts) => asHtml(texts.blurb.replace('{{product}}', () => productName))
  const heroes = languages.map((language) => {
    const texts = readTexts(language)
    return `<div lang="${language}"><h1>${asHtml(texts.slogan)}</h1><p>${blurbOf(texts)}</p></div>`
  })
  return {
    description: blurbOf(readTexts('en')),
    html: `<div class="shell"><b><img src="/favicon.svg" alt="" width="34" height="34">${asHtml(productName)}</b>${heroes.join('')}</div>`,
  }
}
