import { hasPhrase, plainWords } from '#platform/schema/plain-words.ts'
import { type Need, needs } from './need.ts'

/** Words that indicate a need, in English and Spanish: whole words, or prefixes that end with `*`. */
const needWords: Partial<Record<Need, string>> = {
  'food-insecurity':
    'food*, meal*, grocer*, pantry, pantries, hunger, hungry, nutrition*, snap, wic, formula, comida*, alimento*, despensa*, hambre, viveres',
  homelessness:
    'homeless*, shelter*, unhoused, transitional housing, place to sleep, warming, albergue*, refugio*, sin hogar, sin techo',
  'housing-instability':
    'rent, rental, evict*, housing, landlord*, tenant*, lease, foreclos*, mortgage*, security deposit, alquiler, renta, desalojo*, vivienda*, hipoteca*, inquilin*, casero*',
  'inadequate-housing':
    'home repair*, weatheriz*, mold, lead paint, pest*, unsafe housing, moho, reparacion de vivienda',
  'utility-insecurity':
    'utilit*, electric*, heat, heating, gas bill, water bill, energy, shutoff, shut off, luz, electricidad, calefaccion, agua, gas',
  'transportation-insecurity':
    'transport*, ride*, bus, transit, car repair*, paratransit, gasoline, transporte, autobus, viaje*',
  'financial-insecurity':
    'money, cash, financial*, benefits, tax, taxes, debt*, budget*, credit, ssi, ssdi, tanf, dinero, beneficios, impuestos, deuda*, presupuesto*',
  'material-hardship': 'cloth*, furniture, household goods, bedding, coats, ropa, muebles',
  'employment-status': 'job*, employ*, work, career*, resume*, unemploy*, vocational, empleo*, trabajo*, desempleo*',
  'educational-attainment':
    'education*, school*, ged, tutor*, diploma, equivalency, literacy, college, esl, escuela*, educacion, clases',
  'health-insurance-coverage-status': 'insurance, medicaid, medicare, coverage, chip, aseguranza, seguro medico',
  'medical-cost-burden':
    'medical bill*, prescription*, medicine*, dental, dentist*, copay*, medicin*, dentista*, receta*',
  'personal-health-literacy': 'health literacy, health education, patient navigat*',
  stress:
    'mental*, counsel*, therap*, depress*, anxiet*, stress, grief, psych*, trauma*, salud mental, terapia*, consejeria, ansiedad, depresion',
  'social-connection': 'lonel*, isolat*, social connection, friendly visit*, senior center, companion*, soledad',
  'intimate-partner-violence':
    'domestic violence, partner violence, abusive partner, restraining order, order of protection, violencia domestica, violencia de pareja',
  'elder-abuse': 'elder abuse, adult protective, abuso de ancianos, maltrato a mayores',
  'digital-access': 'internet, phone service, cell phone*, lifeline, broadband, wifi, celular*',
  'digital-literacy': 'computer*, digital skills, digital literacy, computadora*',
  'language-access': 'interpret*, translat*, english class*, interprete*, traduc*, clases de ingles',
  'veteran-status': 'veteran*, military, va benefits, militar*',
  'incarceration-status':
    'reentry, re entry, incarcerat*, parole*, probation, expunge*, prison, jail, carcel, libertad condicional',
  'legal-help':
    'legal*, lawyer*, attorney*, court, divorce*, custody, child support, guardianship, civil rights, abogad*, divorcio, custodia, tribunal, derechos civiles',
  immigration:
    'immigra*, citizenship, asylum, asylee*, refugee*, green card, daca, deport*, visa, naturaliz*, inmigra*, migratori*, ciudadania, asilo',
  'child-care':
    'child care, childcare, daycare, day care, preschool*, after school, afterschool, babysit*, nursery, guarderia*, cuidado de ninos, cuidado infantil, preescolar',
  disability:
    'disab*, wheelchair*, special needs, assistive technology, personal attendant*, discapacid*, silla de ruedas, necesidades especiales',
  diapers: 'diaper*, nappies, wipes, baby supplies, panal, panales',
}
const phrasesOf = (need: Need) => needWords[need]?.split(', ') ?? []

/** A phrase counts more than a single one of its words. */
const strength = (words: readonly string[], need: Need) =>
  phrasesOf(need).reduce((sum, phrase) => sum + (hasPhrase(words, phrase) ? phrase.split(' ').length : 0), 0)

/**
 * The need that the most words indicate; null if none does.
 * @param texts the first ones count more: a later one matters only if the earlier ones give no result
 */
export function guessNeed(...texts: readonly string[]): Need | null {
  for (const text of texts) {
    const words = plainWords(text)
    const [best] = needs
      .map((need) => ({ need, count: strength(words, need) }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count)
    if (best) return best.need
  }
  return null
}

/** Whether typed text matches a need: by its name, or by a word that indicates it. */
export function isNeedTyped(typed: string, need: Need, name: string) {
  const words = plainWords(typed)
  const last = words.at(-1)
  if (last === undefined || plainWords(name).join(' ').includes(words.join(' '))) return true
  // The last word may be incomplete.
  return phrasesOf(need).some(
    (phrase) => hasPhrase(words, phrase) || (last.length >= 3 && phrase.replace('*', '').startsWith(words.join(' '))),
  )
}
