import type { Need } from '#directory/needs/need.ts'
import type { FormDefinition, FormItem, FormPage, Predicate, Texts } from '../form-definition.ts'

const none: Texts = { en: '', es: '' }
const plain = {
  help: none,
  isRequired: false,
  isSensitive: false,
  codes: [],
  options: [],
  showWhen: null,
  raises: [],
  items: [],
}

const when = (item: string, operator: 'is' | 'in' | 'any-of', value: boolean | string | string[]): Predicate => ({
  match: 'all',
  tests: [{ item, operator, value }],
})

const option = (key: string, en: string, es: string) => ({ key, text: { en, es }, code: null, weight: null })
const declined = option('no-answer', 'Prefer not to say', 'Prefiero no decirlo')

type More = Partial<Omit<FormItem, 'key' | 'text' | 'kind'>>

const choice = (key: string, en: string, es: string, options: FormItem['options'], more: More = {}): FormItem => ({
  ...plain,
  key,
  kind: 'choice',
  text: { en, es },
  options: [...options, declined],
  ...more,
})

const raise = (need: Need, item: string, ...keys: string[]) => ({ need, when: when(item, 'in', keys) })

const page = (key: string, en: string, es: string, items: FormItem[]): FormPage => ({
  key,
  title: { en, es },
  showWhen: null,
  items,
})

const yes = option('yes', 'Yes', 'Sí')
const no = option('no', 'No', 'No')
const often = [
  option('often', 'Often', 'A menudo'),
  option('sometimes', 'Sometimes', 'A veces'),
  option('never', 'Never', 'Nunca'),
]

const food = page('food', 'Food', 'Comida', [
  choice(
    'food-short',
    'In the last month, was there too little food at home?',
    'En el último mes, ¿hubo muy poca comida en casa?',
    often,
    { raises: [raise('food-insecurity', 'food-short', 'often', 'sometimes')] },
  ),
  choice(
    'food-today',
    'Do you have something to eat today?',
    '¿Tiene algo de comer hoy?',
    [yes, option('no', 'No, I need food today', 'No, necesito comida hoy')],
    { showWhen: when('food-short', 'in', ['often', 'sometimes']) },
  ),
])

const home = page('home', 'Home', 'Vivienda', [
  choice(
    'home-now',
    'Where do you live now?',
    '¿Dónde vive ahora?',
    [
      option('own', 'In a place of my own, rented or bought', 'En mi propia vivienda, alquilada o comprada'),
      option('with-others', 'With family or friends, for now', 'Con familiares o amigos, por ahora'),
      option('shelter', 'In a shelter, hotel or motel', 'En un refugio, hotel o motel'),
      option('outside', 'Outside, in a car, or nowhere fixed', 'En la calle, en un auto o sin lugar fijo'),
    ],
    {
      raises: [
        raise('homelessness', 'home-now', 'shelter', 'outside'),
        raise('housing-instability', 'home-now', 'with-others'),
      ],
    },
  ),
  choice(
    'rent-late',
    'Are you behind on rent or a mortgage, or were you told to leave?',
    '¿Está atrasado con el alquiler o la hipoteca, o le dijeron que se vaya?',
    [
      option('behind', 'Behind on payments', 'Atrasado con los pagos'),
      option('notice', 'I have a notice to leave', 'Tengo un aviso de desalojo'),
      no,
    ],
    {
      showWhen: when('home-now', 'in', ['own', 'with-others']),
      raises: [
        raise('housing-instability', 'rent-late', 'behind', 'notice'),
        raise('legal-help', 'rent-late', 'notice'),
      ],
    },
  ),
  {
    ...plain,
    key: 'leave-by',
    kind: 'date',
    text: { en: 'By when do you have to leave?', es: '¿Para qué fecha tiene que irse?' },
    showWhen: when('rent-late', 'is', 'notice'),
  },
  {
    ...plain,
    key: 'home-problems',
    kind: 'choices',
    text: { en: 'What is wrong with the place where you live?', es: '¿Qué problemas tiene su vivienda?' },
    options: [
      option('heat', 'No heat or hot water', 'Sin calefacción o agua caliente'),
      option('pests', 'Mold, insects or mice', 'Moho, insectos o ratones'),
      option('unsafe', 'Broken or unsafe parts', 'Partes rotas o peligrosas'),
      option('crowded', 'Too many people', 'Demasiadas personas'),
      option('none', 'Nothing', 'Nada'),
    ],
    showWhen: when('home-now', 'in', ['own', 'with-others']),
    raises: [
      { need: 'inadequate-housing', when: when('home-problems', 'any-of', ['heat', 'pests', 'unsafe', 'crowded']) },
    ],
  },
  choice(
    'utilities',
    'Did a company threaten to shut off power, gas, water or the telephone?',
    '¿Una empresa amenazó con cortarle la luz, el gas, el agua o el teléfono?',
    [yes, option('off', 'It is shut off already', 'Ya está cortado'), no],
    { raises: [raise('utility-insecurity', 'utilities', 'yes', 'off')] },
  ),
])

const money = page('money', 'Money, work and getting around', 'Dinero, trabajo y transporte', [
  choice(
    'money-short',
    'How hard is it to pay for the basics?',
    '¿Qué tan difícil es pagar lo básico?',
    [
      option('very', 'Very hard', 'Muy difícil'),
      option('somewhat', 'Somewhat hard', 'Algo difícil'),
      option('not', 'Not hard', 'No es difícil'),
    ],
    { raises: [raise('financial-insecurity', 'money-short', 'very')] },
  ),
  choice(
    'work',
    'Do you want help to find work, or better work?',
    '¿Quiere ayuda para encontrar trabajo o un trabajo mejor?',
    [yes, no],
    { raises: [raise('employment-status', 'work', 'yes')] },
  ),
  choice(
    'rides',
    'Did missing transportation keep you from appointments, work or shopping?',
    '¿La falta de transporte le impidió ir a citas, al trabajo o de compras?',
    [yes, no],
    { raises: [raise('transportation-insecurity', 'rides', 'yes')] },
  ),
])

const family = page('family', 'Family and health', 'Familia y salud', [
  choice('children', 'Do children live with you?', '¿Viven niños con usted?', [yes, no]),
  choice('child-care', 'Do you need child care?', '¿Necesita cuidado de niños?', [yes, no], {
    showWhen: when('children', 'is', 'yes'),
    raises: [raise('child-care', 'child-care', 'yes')],
  }),
  choice('diapers', 'Do you run short of diapers?', '¿Le faltan pañales?', [yes, no], {
    showWhen: when('children', 'is', 'yes'),
    raises: [raise('diapers', 'diapers', 'yes')],
  }),
  choice(
    'insurance',
    'Does everybody in your household have health insurance?',
    '¿Todos en su hogar tienen seguro médico?',
    [yes, no, option('unsure', 'Not sure', 'No estoy seguro')],
    { raises: [raise('health-insurance-coverage-status', 'insurance', 'no')] },
  ),
  choice('lonely', 'How often do you feel alone?', '¿Con qué frecuencia se siente solo?', often, {
    raises: [raise('social-connection', 'lonely', 'often')],
  }),
])

const safety = page('safety', 'Safety', 'Seguridad', [
  {
    ...plain,
    key: 'safety-note',
    kind: 'note',
    text: {
      en: 'Ask this only when the person is alone. They need not answer.',
      es: 'Responda solo si está a solas. No tiene que responder.',
    },
  },
  choice(
    'safe-home',
    'Do you feel safe with the people you live with or see often?',
    '¿Se siente seguro con las personas con quienes vive o a quienes ve a menudo?',
    [yes, no],
    { isSensitive: true, raises: [raise('intimate-partner-violence', 'safe-home', 'no')] },
  ),
  {
    ...plain,
    key: 'else',
    kind: 'text',
    text: { en: 'What else should we know, or help with?', es: '¿Qué más debemos saber, o en qué más ayudar?' },
  },
])

/** The intake of social needs that comes with the product, in its own words; what it finds are Gravity's categories. */
export const socialNeeds: FormDefinition = {
  title: { en: 'Social needs', es: 'Necesidades sociales' },
  lead: {
    en: 'What would help right now. No question has to be answered.',
    es: 'Qué ayudaría ahora. No hay que responder ninguna pregunta.',
  },
  source: null,
  codes: [],
  pages: [food, home, money, family, safety],
  scores: [],
}
