import type { FormDefinition, FormItem } from '../form-definition.ts'

const LOINC = 'http://loinc.org'
const noTexts = { en: '', es: '' }

const frequency = [
  { key: 'often', code: 'LA28397-0', display: 'Often true', es: 'Frecuentemente', weight: 1 },
  { key: 'sometimes', code: 'LA6729-3', display: 'Sometimes true', es: 'A veces', weight: 1 },
  { key: 'never', code: 'LA28398-8', display: 'Never true', es: 'Nunca', weight: 0 },
].map(({ key, code, display, es, weight }) => ({
  key,
  text: { en: display, es },
  code: { system: LOINC, code, display },
  weight,
}))

const question = (key: string, code: string, text: { en: string; es: string }): FormItem => ({
  key,
  kind: 'choice',
  text,
  help: noTexts,
  isRequired: true,
  isSensitive: false,
  codes: [{ system: LOINC, code, display: text.en }],
  options: frequency,
  showWhen: null,
  raises: [
    {
      need: 'food-insecurity',
      when: { match: 'all', tests: [{ item: key, operator: 'in', value: ['often', 'sometimes'] }] },
    },
  ],
  items: [],
})

/**
 * The Hunger Vital Sign: two questions that screen for food insecurity, LOINC 88121-9. At risk is who answers one of
 * them with often or sometimes. Free to use with citation; its words do not change.
 */
export const hungerVitalSign: FormDefinition = {
  title: { en: 'Hunger Vital Sign', es: 'Hunger Vital Sign (señal de hambre)' },
  lead: {
    en: 'For each statement, please say whether it was often true, sometimes true or never true for your household.',
    es: 'Indique si cada declaración se aplica a su familia frecuentemente, a veces o nunca.',
  },
  source:
    'Hunger Vital Sign™: Hager, E. R., Quigg, A. M., et al. (2010). Development and Validity of a 2-Item Screen to Identify Families at Risk for Food Insecurity. Pediatrics, 126(1), e26–e32. doi:10.1542/peds.2009-3146. Do not change the words of the questions.',
  codes: [{ system: LOINC, code: '88121-9', display: 'Hunger Vital Sign [HVS]' }],
  pages: [
    {
      key: 'food',
      title: { en: 'Food', es: 'Comida' },
      showWhen: null,
      items: [
        question('worried', '88122-7', {
          en: 'Within the past 12 months, we worried whether our food would run out before we got money to buy more.',
          es: 'En los últimos 12 meses, estábamos preocupados de que los alimentos se acabaran antes de que tuviéramos suficiente dinero para comprar más.',
        }),
        question('ran-out', '88123-5', {
          en: "Within the past 12 months, the food we bought just didn't last and we didn't have money to get more.",
          es: 'En los últimos 12 meses, los alimentos que compramos no duraron mucho y no teníamos suficiente dinero para comprar más.',
        }),
      ],
    },
  ],
  scores: [
    {
      key: 'risk',
      title: { en: 'Risk of food insecurity', es: 'Riesgo de inseguridad alimentaria' },
      code: { system: LOINC, code: '88124-3', display: 'Food insecurity risk [HVS]' },
      items: ['worried', 'ran-out'],
      bands: [
        { from: 0, text: { en: 'No risk found', es: 'Sin riesgo encontrado' } },
        { from: 1, text: { en: 'At risk', es: 'En riesgo' } },
      ],
    },
  ],
}
