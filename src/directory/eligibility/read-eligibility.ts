import type { Household, IncomeRule, Paper, Population, ReadRule } from './eligibility.ts'
import { readAges } from './read-ages.ts'

/** Words that speak for a rule, in English and Spanish; without those of their beginnings, whole words. */
type Signs<Code extends string> = readonly (readonly [Code, RegExp])[]

const householdSigns: Signs<Household> = [
  ['single-parent', /\bsingle[ -](?:parents?|mothers?|fathers?|moms?|dads?)\b|\b(?:madres|padres) solter[oa]s\b/iu],
  ['lives-alone', /\b(?:living|lives?) alone\b|\bviv(?:e|en|an) sol[oa]s?\b/iu],
  ['couple', /\bcouples\b|\bparejas\b/iu],
  [
    'with-children',
    /\b(?:famil\w+|households?|parents?|guardians?|women|mothers?|fathers?)\s+(?:\w+\s+){0,4}(?:with|of)\s+(?:\w+\s+){0,3}(?:child|children|kids|infants?|bab(?:y|ies)|toddlers?)\b|\bcustody of an? (?:minor )?child\b|\bdependent (?:minor )?child(?:ren)?\b|\bexpect\w+ or parenting\b|\b(?:familias|hogares|padres|madres|personas) con (?:\w+\s+){0,2}(?:hij|niñ|bebé)\w*|\bpadres de (?:familia|\w*niñ\w+)/iu,
  ],
]

const populationSigns: Signs<Population> = [
  [
    'low-income',
    /\blow(?:er)?[ -](?:and moderate[ -])?income\b|\blow or no income\b|\bbajos (?:ingresos|recursos)\b|\bde escasos recursos\b/iu,
  ],
  ['veterans', /\bveterans?\b|\bservice ?members?\b|\bactive[ -]duty\b|\bveteran[oa]s?\b|\bmilitares\b/iu],
  ['pregnant', /\bpregnan(?:t|cy|cies)\b|\bexpect(?:ant|ing) (?:mothers?|parents?|women)\b|\bembaraz\w+/iu],
  ['disability', /\b(?:developmentally |physically )?disabled\b|\bdisabilit(?:y|ies)\b|\bdiscapaci\w+/iu],
  [
    'homebound',
    /\bhome ?bound\b|\bhouse ?bound\b|\bunable to leave (?:their )?home\b|\bconfinad[oa]s en casa\b|\bno pueden salir de casa\b/iu,
  ],
  ['refugees', /\brefugees?\b|\basylum\b|\basylees?\b|\brefugiad[oa]s?\b|\basil(?:o|ad[oa]s?)\b/iu],
  ['immigrants', /\bimmigrants?\b|\bundocumented\b|\binmigrantes?\b|\bindocumentad[oa]s?\b/iu],
  [
    'unhoused',
    /\bhomeless(?:ness)?\b|\bunhoused\b|\bwithout (?:a home|housing|shelter)\b|\bnowhere safe to sleep\b|\bsin (?:hogar|techo|vivienda)\b/iu,
  ],
  [
    'survivors',
    /\bsurvivors?\b|\bvictims? of\b|\b(?:hurt|abused|afraid) (?:or \w+ )?at home\b|\bsobrevivientes?\b|\bvíctimas? de\b/iu,
  ],
  [
    'reentry',
    /\b(?:formerly |previously |currently )?incarcerated\b|\bre-?entry\b|\bjustice[ -]involved\b|\breleased from (?:prison|jail)\b|\bencarcelad[oa]s?\b|\bsalieron de (?:la cárcel|prisión)\b/iu,
  ],
  ['caregivers', /\bcare ?givers?\b|\bcuidador(?:es|as?)?\b/iu],
  [
    'foster-care',
    /\bfoster (?:care|youth|child(?:ren)?|famil\w+|parents?)\b|\b(?:hogar(?:es)? de acogida|cuidado de crianza|crianza temporal)\b/iu,
  ],
  [
    'farmworkers',
    /\bfarm ?workers?\b|\bagricultural workers?\b|\b(?:trabajador\w*|obrer[oa]s) (?:agrícolas?|del campo)\b|\bcampesin[oa]s?\b/iu,
  ],
  ['students', /\bstudents?\b|\bestudiantes?\b/iu],
  ['unemployed', /\bunemployed\b|\bout of work\b|\bwithout a job\b|\bdesemplead[oa]s?\b|\bsin (?:trabajo|empleo)\b/iu],
  [
    'uninsured',
    /\buninsured\b|(?<!with (?:or|and) )\bwithout (?:health |medical )?insurance\b|\bno (?:health |medical )?insurance\b|\bwithout access to health ?care\b|(?<!con o )\bsin seguro\b/iu,
  ],
  ['lgbtq', /\blgbt\w*\+?/iu],
]

const paperSigns: Signs<Exclude<Paper, 'none'>> = [
  [
    'photo-id',
    /\b(?:(?:photo|picture|government[ -]issued|valid|state)(?:[ -]issued)?\s+)+(?:i\.?d\.?|identification)(?!\p{L})|\bdriver'?s license\b|\bidentificación(?: (?:con foto|oficial|vigente|válida))?/iu,
  ],
  [
    'proof-of-address',
    /\bproof of (?:\w+\s+)?(?:address|residenc[ey])\b|\b(?:comprobante|prueba) de (?:domicilio|dirección|residencia)\b/iu,
  ],
  [
    'proof-of-income',
    /\bproof of (?:\w+\s+)?income\b|\bverifiable income\b|\bpay ?stubs?\b|\b(?:comprobante|prueba)s? de ingresos?\b|\btalon(?:es)? de (?:pago|cheque)\b/iu,
  ],
  ['social-security', /\bsocial security (?:card|number)s?\b|\b(?:tarjeta|número) (?:de|del) seguro social\b/iu],
  ['birth-certificate', /\bbirth certificates?\b|\b(?:acta|certificado|partida) de nacimiento\b/iu],
  [
    'insurance-card',
    /\b(?:insurance|medicaid|medicare) cards?\b|\btarjeta (?:del? seguro médico|de medicaid|de medicare)\b/iu,
  ],
  [
    'referral',
    /\b(?:written )?referral (?:is )?(?:from|by|required|needed)\b|\bmust be referred\b|\breferred by\b|\b(?:carta de referencia|remisión de)\b/iu,
  ],
]
const noPapers =
  /\bno (?:photo )?(?:i\.?d\.?|identification|papers|documents?|documentation|paperwork)(?: \w+)? (?:is |are )?(?:required|needed|necessary|asked)\b|\b(?:do not|don['’]t|never|will not) ask (?:about|for) (?:your |any )?(?:\w+ )?(?:papers|documents?|i\.?d\.?|identification|immigration)\b|\bno (?:pedimos|preguntamos por|se (?:piden?|requieren?|necesitan?)) (?:su |sus |ning[uú]n(?:a)? )?(?:papeles|documentos?|identificación|estatus|situación migratoria)\b|\bsin necesidad de (?:papeles|documentos|identificación)\b/iu

/** What is said not to matter, or to be missing, is no rule. */
const notMeant =
  /\b(?:regardless of|no matter|need not|not (?:be |have to be |required|limited to|necessary)|do(?:es)? not (?:need|require|ask|serve|accept)|don['’]t (?:need|ask)|except|excluding|sin importar|no importa|no (?:es necesario|se requiere|necesita|pedimos|atendemos)|excepto)\b/iu

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.;!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)

interface Found<Code> {
  code: Code
  because: string
}

/** What the words before `notMeant` in each sentence speak for. */
function findSigns<Code extends string>(text: string, signs: Signs<Code>): Found<Code>[] {
  const said = sentencesOf(text).map((sentence) => sentence.slice(0, notMeant.exec(sentence)?.index))
  return signs.flatMap(([code, sign]) => {
    const because = said.map((part) => sign.exec(part)?.[0]).find(Boolean)
    return because ? [{ code, because: because.trim().replace(/[.,;]+$/, '') }] : []
  })
}

const poverty =
  /(\d{2,3})\s*(?:%|percent\b|por ciento\b)\s*(?:of\s+|del?\s+|de la\s+)?(?:the\s+|la\s+|el\s+)?(?:current\s+)?(?:federal(?:es)?\s+)?(?:\(?(?:poverty|fpl\b|fpg\b|fpig\b)|(?:nivel|línea|umbral|índice|pautas?)(?:\s+federal(?:es)?)?\s+de\s+(?:la\s+)?pobreza)/giu

function readIncome(text: string): { value: IncomeRule; because: string } | null {
  const found = [...text.matchAll(poverty)]
  const percents = found.map(([, percent]) => Number(percent)).filter((percent) => percent >= 10)
  if (!percents.length) return null
  const value = { percent: Math.max(...percents), amounts: [], per: 'year' as const }
  return { value, because: found.map(([words]) => words.trim()).join(', ') }
}

const LONGEST_READ = 4000

/**
 * Reads rules out of the words about who can get a service, in English and Spanish. Plain rules, made to read too little
 * rather than something wrong: what they read is not confirmed until a person says so.
 */
export function readEligibility(words: string | null): ReadRule[] {
  const text = (words ?? '').slice(0, LONGEST_READ).normalize('NFC')
  if (!text.trim()) return []
  const rules: ReadRule[] = []
  const ages = readAges(text)
  if (ages?.minimumAge) rules.push({ field: 'minimumAge', value: ages.minimumAge, because: ages.because })
  if (ages?.maximumAge) rules.push({ field: 'maximumAge', value: ages.maximumAge, because: ages.because })
  const income = readIncome(text)
  if (income) rules.push({ field: 'income', ...income })
  const because = (found: Found<string>[]) => [...new Set(found.map((one) => one.because))].join(', ')
  const inHouseholds = findSigns(text, householdSigns)
  if (inHouseholds.length)
    rules.push({ field: 'households', value: inHouseholds.map(({ code }) => code), because: because(inHouseholds) })
  const inPopulations = findSigns(text, populationSigns)
  if (inPopulations.length)
    rules.push({ field: 'populations', value: inPopulations.map(({ code }) => code), because: because(inPopulations) })
  const none = noPapers.exec(text)
  const shown = none ? [] : findSigns(text, paperSigns)
  if (none) rules.push({ field: 'papers', value: ['none'], because: none[0] })
  else if (shown.length) rules.push({ field: 'papers', value: shown.map(({ code }) => code), because: because(shown) })
  return rules
}
