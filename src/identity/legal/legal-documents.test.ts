import { describe, expect, it } from 'vitest'
import {
  type LegalDocument,
  type LegalDocumentName,
  type LegalLanguage,
  type LegalListItem,
  legalDocumentNames,
  legalLanguages,
  legalTexts,
} from './legal-document.ts'
import { legalLanguageOf, loadLegalDocument } from './load-legal-document.ts'

const names = { productName: 'Lantern', contactEmail: 'privacy@lantern.example', siteUrl: 'https://lantern.example' }
const load = (name: LegalDocumentName, language: LegalLanguage) => loadLegalDocument(name, language, names)
const headings = (document: LegalDocument) =>
  document.sections.flatMap((s) => [s.heading, ...(s.sections ?? []).map((part) => part.heading)])
const textOf = (document: LegalDocument, id: string) => {
  const section = document.sections.flatMap((s) => [s, ...(s.sections ?? [])]).find((s) => s.id === id)
  if (!section) throw new Error(`no section ${id}`)
  return JSON.stringify(section)
}
const itemShape = (item: LegalListItem) => typeof item
/** Everything except the texts: must be the same in both languages. */
const shapeOf = (document: LegalDocument) =>
  document.sections
    .flatMap((s) => [s, ...(s.sections ?? [])])
    .map((s) => [s.id, s.blocks.map((b) => (typeof b === 'string' ? 'paragraph' : b.list.map(itemShape)))])

const privacyHeadings = {
  en: {
    main: [
      'Data We Collect',
      'Special Category Data',
      'Use and Disclosure of Data',
      'E-mail Communications',
      'Protection of Data',
      'Retention and Modification of Data',
      'Third-Party Links',
      'Users Outside the United States',
      'No Users Under 13',
      'California Privacy Rights',
    ],
    california: [
      'Right to Know',
      'Right to Deletion',
      'Exceptions to Deletion Requests',
      'Protection Against Discrimination',
      'Right to Request Disclosure of Information Shared with Third Parties for Direct Marketing',
      'Contact Us',
    ],
  },
  es: {
    main: [
      'Datos que recopilamos',
      'Categorías especiales de datos',
      'Uso y divulgación de los datos',
      'Comunicaciones por correo electrónico',
      'Protección de los datos',
      'Conservación y modificación de los datos',
      'Enlaces a sitios de terceros',
      'Usuarios fuera de los Estados Unidos',
      'Sin usuarios menores de 13 años',
      'Derechos de privacidad en California',
    ],
    california: [
      'Derecho a saber',
      'Derecho a la eliminación',
      'Excepciones a las solicitudes de eliminación',
      'Protección contra la discriminación',
      'Derecho a solicitar que se divulgue qué información se compartió con terceros para mercadotecnia directa',
      'Contacto',
    ],
  },
}

/** Section 9 of the specification: each figure, in the chapter where a reader expects it. */
const figures: Record<LegalLanguage, [section: string, text: string | RegExp][]> = {
  en: [
    ['eligibility', 'at least 18 years of age'],
    ['availability', 'between 9 p.m. and 9 a.m. Eastern Time'],
    ['confidentiality-duration', 'last for 5 years'],
    ['liability', 'LIMITED TO $50 US'],
    ['fees', 'There are no fees'],
    ['availability', 'hosted in the United States'],
    ['governing-law', 'State of New York'],
    ['governing-law', 'Erie County'],
    ['changes', 'at any time without notice'],
    ['termination', /Either party may terminate them at any time, at its own discretion/],
  ],
  es: [
    ['eligibility', 'al menos 18 años'],
    ['availability', 'entre las 9 p. m. y las 9 a. m., hora del Este'],
    ['confidentiality-duration', 'duran 5 años'],
    ['liability', 'SE LIMITA A $50 US'],
    ['fees', 'no tiene tarifas'],
    ['availability', 'alojado en los Estados Unidos'],
    ['governing-law', 'estado de Nueva York'],
    ['governing-law', 'condado de Erie'],
    ['changes', 'en cualquier momento sin previo aviso'],
    ['termination', /Cualquiera de las partes puede ponerles fin en cualquier momento, a su entera discreción/],
  ],
}

describe.each(legalLanguages)('the documents in %s', (language) => {
  it('LEG-01 gives the privacy policy its date, every heading of the specification, and words under each', async () => {
    const policy = await load('privacy-policy', language)
    expect(policy.updated).toBe(
      { en: 'Last updated September 2020', es: 'Última actualización: septiembre de 2020' }[language],
    )
    expect(headings(policy)).toEqual(expect.arrayContaining(privacyHeadings[language].main))
    const california = policy.sections.find((s) => s.id === 'california')
    expect(california?.sections?.map((s) => s.heading)).toEqual(privacyHeadings[language].california)
    for (const section of policy.sections.flatMap((s) => s.sections ?? [s]))
      expect(JSON.stringify(section.blocks).length, section.heading).toBeGreaterThan(120)
  })

  it('LEG-01 names the contact address of the configuration in the policy, under California rights too', async () => {
    const policy = await load('privacy-policy', language)
    expect(textOf(policy, 'contact')).toContain('privacy@lantern.example')
    expect(textOf(policy, 'children')).toMatch(
      language === 'en' ? /under 13 years of age may use Lantern/ : /menor de 13 años puede usar Lantern/,
    )
  })

  it.each(figures[language])('LEG-01 states in the terms, under %s: %s', async (section, text) => {
    expect(textOf(await load('terms', language), section)).toMatch(text)
  })

  it('LEG-01 titles the terms and the confidentiality agreement as the specification does', async () => {
    expect((await load('terms', language)).title).toBe(
      { en: 'Individual Access Terms and Conditions', es: 'Términos y condiciones de acceso individual' }[language],
    )
    expect((await load('confidentiality', language)).title).toBe(
      { en: 'Confidentiality and Nondisclosure Agreement', es: 'Acuerdo de confidencialidad y no divulgación' }[
        language
      ],
    )
    expect(textOf(await load('confidentiality', language), 'how-long')).toContain(
      language === 'en' ? '5 years' : '5 años',
    )
  })
})

describe.each(legalDocumentNames)('%s', (name) => {
  it('LEG-01 says the same in both languages: the same sections, paragraphs and lists, in other words', async () => {
    const [english, spanish] = [await load(name, 'en'), await load(name, 'es')]
    expect(shapeOf(spanish)).toEqual(shapeOf(english))
    const same = legalTexts(spanish).filter((text) => legalTexts(english).includes(text))
    expect(same).toEqual([])
  })

  it('LEG-01 takes the product, the address and the contact from the configuration and leaves no gap', async () => {
    for (const language of legalLanguages) {
      const text = legalTexts(await load(name, language)).join('\n')
      expect(text).toContain('Lantern')
      expect(text).not.toMatch(/[{}]|Hearthline|undefined/)
    }
  })

  it('LEG-01 gives every section an anchor of its own', async () => {
    const ids = shapeOf(await load(name, 'en')).map(([id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    // The skip link's target.
    expect(ids).not.toContain('content')
  })
})

it('LEG-01 reads a locale as one of the two languages of the documents', () => {
  expect(['es', 'es-MX', 'ES-us', 'en', 'en-US', 'fr', 'est', undefined].map(legalLanguageOf)).toEqual([
    'es',
    'es',
    'es',
    'en',
    'en',
    'en',
    'en',
    'en',
  ])
})
