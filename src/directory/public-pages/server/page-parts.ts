import type { TFunction } from 'i18next'
import { type CrisisHelp, type CrisisLine, linesFor, mentionsCrisis } from '#directory/services/crisis.ts'
import type { PhoneLine } from '#directory/services/service-search.ts'
import type { Config } from '#platform/server/config.ts'
import { createPlainPages, escapeHtml, MOST_BYTES } from '#platform/server/plain-page.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { Conditions } from '../public-search.ts'
import en from '../texts/page.en.json' with { type: 'json' }
import es from '../texts/page.es.json' with { type: 'json' }
import { mapUrl, phoneHref, type ServiceWriter, serviceWriter } from './service-words-public.ts'

const texts = createTexts({ en, es })
export const e = escapeHtml

/** What a page of the public directory is written with: its own words, and those of the directory. */
export interface PageWriter extends ServiceWriter {
  t: TFunction
}
export const pageWriter = (language: Language, timeZone: string): PageWriter => ({
  ...serviceWriter(language, timeZone),
  t: texts(language),
})

/** Who reads: everybody reads the same, in one of two languages. */
export interface Visit {
  config: Pick<Config, 'productName' | 'publicUrl' | 'publicDirectory' | 'timeZone' | 'listings'>
  help: CrisisHelp
  /** The language that the reader chose; links keep it. */
  chosen: Language | undefined
  writer: PageWriter
}

/** The address of a page, in the language that the reader chose. */
export function hrefOf({ chosen }: Pick<Visit, 'chosen'>, path: string, params: Conditions = {}) {
  const given = Object.entries({ ...params, lang: chosen ?? '' }).filter(([, value]) => value)
  const query = new URLSearchParams(given)
  return `/find${path}${given.length ? `?${query}` : ''}`
}

const style = `fieldset{border:0;padding:0;margin:0}.row{display:flex;gap:8px;align-items:center;min-height:44px;font-weight:400}.row input{width:24px;min-height:24px;flex:none;accent-color:var(--link)}button.go{background:var(--link);color:var(--on)}.bad{color:var(--focus);font-weight:700}input[aria-invalid]{border-color:var(--focus)}
details{width:100%}summary{font-weight:700;color:var(--link);padding:10px 0;cursor:pointer}details>*+*{margin-top:6px}.links,.numbers{display:flex;flex-wrap:wrap;gap:0 20px;margin:0;padding:0;list-style:none}.links a,.numbers a,h2 a,h3 a{display:inline-block;padding:8px 0}
h3{font-size:1.15rem;line-height:1.25;margin:0}.crisis{background:var(--ember-b);border:2px solid var(--focus);border-radius:14px;padding:12px 16px;margin:12px 0}.crisis ul{margin:8px 0;padding:0;list-style:none;display:grid;gap:12px}.crisis .call{background:var(--focus);border-color:var(--focus);color:var(--paper)}
table{border-collapse:collapse;margin:6px 0;width:100%}th,td{text-align:left;font-weight:400;padding:2px 16px 2px 0;vertical-align:top}section{margin:16px 0}footer{border-top:1px solid var(--line);margin-top:24px}dd ul{margin:0;padding-left:20px}
@media print{form,nav,.crisis{display:none}}`
const pages = createPlainPages(style)
export const sendPage = pages.send

/** The icon counts with the page. */
const ICON_BYTES = 500
export const fits = (html: string) => Buffer.byteLength(html) + ICON_BYTES <= MOST_BYTES

export interface Page {
  title: string
  /** Below `/find`. */
  path: string
  params?: Conditions
  /** Whether search engines may list it, if the operator lets them. */
  isIndexed?: boolean
  description?: string | null
}

function headOf({ path, isIndexed, description }: Page, { config: { publicUrl }, chosen }: Visit) {
  if (!isIndexed) return ''
  const url = (lang?: Language) => `${publicUrl}${hrefOf({ chosen: lang }, path)}`
  const other = (['en', 'es'] as const).map(
    (lang) => `<link rel="alternate" hreflang="${lang}" href="${e(url(lang))}">`,
  )
  const said = description ? `<meta name="description" content="${e(description)}">` : ''
  return `${said}<link rel="canonical" href="${e(url(chosen))}">${other.join('')}<link rel="alternate" hreflang="x-default" href="${e(url())}">`
}

/** A whole page: the switch of the language above, whom to call in danger and the sign-in below. */
export function writePage(page: Page, visit: Visit, main: string) {
  const { config, writer, help } = visit
  const { t, say, language } = writer
  const other = language === 'en' ? 'es' : 'en'
  const switched = hrefOf({ chosen: other }, page.path, page.params)
  const isIndexed = page.isIndexed === true && config.publicDirectory.isIndexed
  const aside = `<a href="${e(switched)}" lang="${other}" hreflang="${other}">${e(texts(other)('language'))}</a>`
  const robots = isIndexed ? 'index,follow' : config.publicDirectory.isIndexed ? 'noindex,follow' : 'noindex,nofollow'
  const numbers = linesFor(help.lines, undefined).map(({ name, about, call }) => {
    const named = ` ${e(name[language] === call ? about[language] : name[language])}`
    return `<li><a href="tel:${dialed(call)}" aria-label="${e(callWords(name[language], call, say))}">${e(call)}</a>${named}</li>`
  })
  const footer = `<footer><nav aria-label="${e(t('footer.numbers'))}"><b>${e(t('footer.danger'))}</b><ul class="numbers">${numbers.join('')}</ul></nav><ul class="links"><li><a href="/auth/login">${e(t('footer.signIn'))}</a></li><li><a href="/legal/privacyPolicy">${e(t('footer.privacy'))}</a></li></ul></footer>`
  const frame = { language, productName: config.productName, title: page.title, aside, robots }
  return pages.write({ ...frame, head: headOf({ ...page, isIndexed }, visit) }, `<main>${main}</main>\n${footer}`)
}

const callWords = (name: string, number: string, say: PageWriter['say']) =>
  name === number ? say('service.call', { number }) : say('crisis.call', { name, number })

const dialed = (number: string) => (/^1-?\d{3}-?\d{3}-?\d{4}$/.test(number) ? '+' : '') + number.replaceAll('-', '')

/** Hotlines above the results of a search that indicates a crisis, as in the directory's own search. */
export function crisisPanel({ help, writer }: Visit, text: string | undefined, zip: string | null) {
  if (!text || !mentionsCrisis(text, help)) return ''
  const { t, say, language } = writer
  const line = ({ name, about, call, text: texted }: CrisisLine) =>
    `<li><a class="call" href="tel:${dialed(call)}" aria-label="${e(callWords(name[language], call, say))}">${e(call)}</a><br><b>${e(name[language])}</b><br>${e(about[language])}${texted ? `<br><a href="sms:${dialed(texted)}">${e(say('crisis.text', { number: texted }))}</a>` : ''}</li>`
  return `<section class="crisis" aria-labelledby="crisis"><h2 id="crisis">${e(say('crisis.title'))}</h2><ul>${linesFor(
    help.lines,
    zip ?? undefined,
  )
    .map(line)
    .join(
      '',
    )}</ul><p><a href="${e(help.leaveTo)}" rel="noreferrer">${e(say('crisis.leave'))}</a></p><p class="soft">${e(t('crisis.leaveHint'))}</p></section>`
}

/** A number to call, as a button; one that cannot be called as text. */
export function callButton(phone: PhoneLine, { say }: PageWriter) {
  const { number, extension, type, description } = phone
  const shown = extension ? `${number} ${say('service.extension', { extension })}` : number
  const href = type === 'fax' ? null : phoneHref(phone)
  const words = type === 'text' ? `${say('phoneType.text')}: ${shown}` : say('service.call', { number: shown })
  const told = [type === 'voice' || type === 'text' ? null : say(`phoneType.${type}`), description]
    .filter(Boolean)
    .join(', ')
  return href
    ? `<p><a class="call" href="${e(href)}">${e(words)}</a>${told ? ` <span class="soft">${e(told)}</span>` : ''}</p>`
    : `<p>${e(say(`phoneType.${type}`))}: ${e(shown)}</p>`
}

/** A link to the search of a map. @param name what it leads to */
export const directions = (lines: string[], name: string, { t }: PageWriter) =>
  `<p class="map"><a href="${e(mapUrl(lines))}" rel="noreferrer" aria-label="${e(t('service.directionsTo', { place: name }))}">${e(t('service.directions'))}</a></p>`
