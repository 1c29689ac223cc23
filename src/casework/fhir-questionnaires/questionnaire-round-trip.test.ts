import { expect, it } from 'vitest'
import { checkForm } from '#casework/intake-forms/check-form.ts'
import { type FormDefinition, itemsOf } from '#casework/intake-forms/form-definition.ts'
import { hungerVitalSign } from '#casework/intake-forms/shipped/hunger-vital-sign.ts'
import { socialNeeds } from '#casework/intake-forms/shipped/social-needs.ts'
import { exportQuestionnaire } from './export-questionnaire.ts'
import { readQuestionnaire } from './read-questionnaire.ts'

const LOINC = 'http://loinc.org'
const translation = (lang: string, content: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/translation',
  extension: [
    { url: 'lang', valueCode: lang },
    { url: 'content', valueString: content },
  ],
})
const control = (code: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }] },
})
const often = [
  ['LA28397-0', 'Often true'],
  ['LA6729-3', 'Sometimes true'],
  ['LA28398-8', 'Never true'],
].map(([code, display]) => ({ valueCoding: { system: LOINC, code, display } }))
const hunger = (linkId: string, code: string, text: string) => ({
  extension: [control('drop-down')],
  linkId,
  code: [{ system: LOINC, code, display: text }],
  text,
  type: 'choice',
  required: false,
  answerOption: often,
})

/** The instrument in the shape of the SDOH Clinical Care guide: questions without group, a computed result, a help. */
const guideHunger = {
  resourceType: 'Questionnaire',
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/variable', valueExpression: { name: 'worried' } }],
  url: 'http://example.org/Questionnaire/hunger',
  name: 'HungerVitalSign',
  title: 'Hunger Vital Sign',
  status: 'draft',
  subjectType: ['Patient'],
  date: '2020-09-01T04:01:34+00:00',
  item: [
    hunger(
      '/88122-7',
      '88122-7',
      'Within the past 12 months we worried whether our food would run out before we got money to buy more',
    ),
    hunger(
      '/88123-5',
      '88123-5',
      "Within the past 12 months the food we bought just didn't last and we didn't have money to get more",
    ),
    {
      extension: [
        { url: 'http://example.org/calculated', valueExpression: { language: 'text/fhirpath', expression: '1' } },
      ],
      linkId: '/88124-3',
      text: 'Food insecurity risk',
      type: 'choice',
      readOnly: true,
      answerOption: [{ valueCoding: { system: LOINC, code: 'LA19952-3', display: 'At risk' } }],
      item: [
        { extension: [control('help')], linkId: '/88124-3-help', text: 'How the risk is found.', type: 'display' },
      ],
    },
  ],
}

/** One of everything. */
const everything = {
  resourceType: 'Questionnaire',
  id: 'all',
  language: 'es-MX',
  title: 'Visita',
  _title: { extension: [translation('en', 'Visit'), translation('fr', 'Visite')] },
  status: 'active',
  description: 'Bienvenida',
  copyright: 'Nobody',
  code: [{ system: LOINC, code: '1-8' }],
  contained: [{ resourceType: 'ValueSet', id: 'v' }],
  item: [
    { linkId: 'loose 1', text: 'Antes', type: 'display' },
    {
      linkId: 'home',
      text: 'Vivienda',
      _text: { extension: [translation('en', 'Home')] },
      type: 'group',
      item: [
        {
          linkId: 'rents',
          prefix: '1.',
          text: '¿Alquila?',
          type: 'boolean',
          required: true,
          initial: [{ valueBoolean: true }],
        },
        {
          linkId: 'costs',
          text: 'Gastos',
          type: 'group',
          enableWhen: [{ question: 'rents', operator: '=', answerBoolean: true }],
          item: [
            { linkId: 'rent', text: '¿Cuánto?', type: 'integer', maxLength: 5 },
            {
              linkId: 'late',
              text: '¿Atrasado?',
              type: 'choice',
              repeats: true,
              enableWhen: [{ question: 'rent', operator: '>=', answerInteger: 100 }],
              answerOption: [
                {
                  valueCoding: {
                    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/itemWeight', valueDecimal: 2 }],
                    code: 'yes',
                    display: 'Sí',
                    _display: { extension: [translation('en', 'Yes')] },
                  },
                },
                { valueCoding: { code: 'no', display: 'No' }, initialSelected: true },
              ],
            },
            { linkId: 'lease', text: 'Contrato', type: 'attachment' },
          ],
        },
        {
          linkId: 'size',
          text: '¿Tamaño?',
          type: 'choice',
          answerOption: [{ valueString: 'chico' }, { valueString: 'grande' }],
        },
        {
          linkId: 'why',
          text: '¿Por qué?',
          type: 'text',
          enableWhen: [
            { question: 'late', operator: '=', answerCoding: { code: 'yes' } },
            { question: 'size', operator: '=', answerString: 'chico' },
          ],
          enableBehavior: 'any',
        },
        {
          linkId: 'odd',
          text: '¿?',
          type: 'string',
          enableWhen: [{ question: 'after', operator: 'exists', answerBoolean: true }],
        },
      ],
    },
    {
      linkId: 'children',
      text: 'Niños',
      type: 'group',
      repeats: true,
      item: [
        { linkId: 'child name', text: 'Nombre', type: 'string' },
        { linkId: 'children.born', text: 'Nació', type: 'date' },
      ],
    },
    { linkId: 'after', text: '¿Algo más?', type: 'open-choice', answerValueSet: '#v' },
  ],
}

const read = (resource: object) => {
  const found = readQuestionnaire(resource)
  if (!found) throw new Error('It was not read')
  return found
}

it('INT-11 Questionnaires go in and come out unchanged, also through the database and with what the form does not have', () => {
  for (const resource of [guideHunger, everything]) {
    const { definition } = read(resource)
    const stored = JSON.parse(JSON.stringify(definition)) as FormDefinition
    expect(exportQuestionnaire(stored, 'active', resource)).toEqual(resource)
  }
})

it('INT-11 the Hunger Vital Sign of the guide is asked as it stands, and what is not computed is listed', () => {
  const { definition, ignored } = read(guideHunger)
  const [worried, ranOut, risk] = itemsOf(definition)
  expect(worried).toMatchObject({ key: '/88122-7', kind: 'choice', codes: [{ code: '88122-7', system: LOINC }] })
  for (const item of [worried, ranOut])
    expect(item?.options.map(({ key, text }) => [key, text.en])).toEqual([
      ['LA28397-0', 'Often true'],
      ['LA6729-3', 'Sometimes true'],
      ['LA28398-8', 'Never true'],
    ])
  const own = itemsOf(hungerVitalSign)
  expect(worried?.options.map(({ code }) => code)).toEqual(own[0]?.options.map(({ code }) => code))
  expect(risk?.help.en).toBe('How the risk is found.')
  expect(ignored.filter(({ linkId }) => linkId === '/88124-3').map(({ what }) => what)).toEqual([
    'readOnly',
    'http://example.org/calculated',
  ])
})

it('INT-11 groups, conditions, languages, weights and rows become parts of the form', () => {
  const { definition, ignored } = read(everything)
  expect(definition).toMatchObject({
    title: { en: 'Visit', es: 'Visita' },
    lead: { es: 'Bienvenida' },
    source: 'Nobody',
  })
  expect(
    definition.pages.map(({ title, items }) => [title.es, items.map(({ key, kind }) => `${key} ${kind}`)]),
  ).toEqual([
    ['Visita', ['loose-1 note']],
    ['Vivienda', ['rents yes-no', 'costs note', 'rent number', 'late choices', 'size choice', 'why text', 'odd text']],
    ['Visita', ['children repeat', 'after text']],
  ])
  const item = (key: string) => itemsOf(definition).find((each) => each.key === key)
  expect(item('late')?.options[0]).toEqual({ key: 'yes', text: { en: 'Yes', es: 'Sí' }, code: null, weight: 2 })
  expect(item('late')?.showWhen).toEqual({
    match: 'all',
    tests: [
      { item: 'rents', operator: 'is', value: true },
      { item: 'rent', operator: 'at-least', value: 100 },
    ],
  })
  expect(item('why')?.showWhen).toEqual({
    match: 'any',
    tests: [
      { item: 'late', operator: 'any-of', value: ['yes'] },
      { item: 'size', operator: 'is', value: 'chico' },
    ],
  })
  expect(item('odd')?.showWhen).toBeNull()
  expect(item('children')?.items.map(({ key, kind }) => `${key} ${kind}`)).toEqual(['child-name text', 'born date'])
  expect(ignored.map(({ linkId, what }) => `${linkId} ${what}`)).toEqual([
    'rents prefix',
    'rents initial',
    'rent maxLength',
    'lease attachment',
    'odd enableWhen',
    'after open-choice',
    'after answerValueSet',
  ])
})

it('INT-11 choices of a Questionnaire of R5 are read as such, and a new one is written as R5 calls it', () => {
  const options = ['yes', 'no'].map((code) => ({ valueCoding: { system: 'urn:answers', code, display: code } }))
  const coding = (linkId: string, more: object) => ({ linkId, text: linkId, type: 'coding', ...more })
  const resource = {
    ...{ resourceType: 'Questionnaire', language: 'en', status: 'active', title: 'R5' },
    item: [
      coding('one', { answerOption: options, answerConstraint: 'optionsOnly' }),
      coding('many', { answerOption: options, repeats: true, answerConstraint: 'optionsOrString' }),
      coding('set', { answerValueSet: '#v' }),
      {
        ...{ linkId: 'why', text: 'why', type: 'string' },
        enableWhen: [{ question: 'one', operator: '=', answerCoding: { system: 'urn:answers', code: 'yes' } }],
      },
    ],
  }
  const { definition, ignored } = read(resource)
  expect(itemsOf(definition).map(({ key, kind, showWhen }) => [key, kind, showWhen?.tests[0]?.value])).toEqual([
    ['one', 'choice', undefined],
    ['many', 'choices', undefined],
    ['set', 'text', undefined],
    ['why', 'text', 'yes'],
  ])
  expect(ignored.map(({ linkId, what }) => `${linkId} ${what}`)).toEqual([
    'many answerConstraint',
    'set coding',
    'set answerValueSet',
  ])
  expect(exportQuestionnaire(definition, 'active', resource)).toEqual(resource)
  const [page] = definition.pages
  const [first] = page?.items ?? []
  if (!page || !first) throw new Error('Not read')
  page.items.push({ ...first, key: 'new' })
  const written = exportQuestionnaire(definition, 'active', resource).item as { linkId: string; type: string }[]
  expect(JSON.stringify(written)).not.toContain('"choice"')
})

it('INT-11 questions below one of a row and options beyond the hundredth are listed', () => {
  const option = (_: unknown, index: number) => ({ valueCoding: { code: `c${index}`, display: `Country ${index}` } })
  const { definition, ignored } = read({
    ...{ resourceType: 'Questionnaire', language: 'en', status: 'active', title: 'Children' },
    item: [
      {
        ...{ linkId: 'children', type: 'group', repeats: true, text: 'Children' },
        item: [
          {
            ...{ linkId: 'school', text: 'School?', type: 'boolean' },
            item: [
              { linkId: 'school-help', text: 'Also kindergarten.', type: 'display', extension: [control('help')] },
              { linkId: 'grade', text: 'Grade?', type: 'integer' },
            ],
          },
        ],
      },
      {
        ...{ linkId: 'country', text: 'Country?', type: 'choice' },
        answerOption: Array.from({ length: 101 }, option),
      },
    ],
  })
  expect(itemsOf(definition).map(({ key, items, options }) => [key, items.length, options.length])).toEqual([
    ['children', 1, 0],
    ['country', 0, 100],
  ])
  expect(ignored.map(({ linkId, what }) => `${linkId} ${what}`)).toEqual(['grade item', 'country answerOption'])
})

it('INT-11 a condition on an option that is a number names the option', () => {
  const when = (number: number) => [{ question: 'rooms', operator: '=', answerInteger: number }]
  const { definition, ignored } = read({
    ...{ resourceType: 'Questionnaire', language: 'en', status: 'active', title: 'Home' },
    item: [
      {
        ...{ linkId: 'rooms', text: 'Rooms?', type: 'choice' },
        answerOption: [{ valueInteger: 2 }, { valueInteger: 3 }],
      },
      { linkId: 'space', text: 'Enough space?', type: 'boolean', enableWhen: when(3) },
      { linkId: 'other', text: 'Other?', type: 'boolean', enableWhen: when(4) },
    ],
  })
  expect(itemsOf(definition).map(({ showWhen }) => showWhen?.tests[0]?.value)).toEqual([undefined, '3', undefined])
  expect(checkForm(definition).filter(({ message }) => message === 'unknown-option')).toEqual([])
  expect(ignored.map(({ linkId, what }) => `${linkId} ${what}`)).toEqual(['other enableWhen'])
})

it('INT-11 a condition that is too long together with that of its group is listed, and not cut', () => {
  const tests = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ question: 'age', operator: '!=', answerInteger: index }))
  const { definition, ignored } = read({
    ...{ resourceType: 'Questionnaire', language: 'en', status: 'active', title: 'Long' },
    item: [
      {
        ...{ linkId: 'page', type: 'group', text: 'Page' },
        item: [
          { linkId: 'age', text: 'Age', type: 'integer' },
          {
            ...{ linkId: 'group', type: 'group', enableWhen: tests(12) },
            item: [{ linkId: 'asked', text: 'Asked', type: 'string', enableWhen: tests(12) }],
          },
        ],
      },
    ],
  })
  expect(itemsOf(definition).find(({ key }) => key === 'asked')?.showWhen?.tests).toHaveLength(12)
  expect(ignored.map(({ linkId, what }) => `${linkId} ${what}`)).toEqual(['asked enableWhen'])
})

it('INT-11 a change of the form changes that place of the Questionnaire and no other', () => {
  const { definition } = read(everything)
  const changed = structuredClone(definition)
  const home = changed.pages[1]
  const rent = home?.items[2]
  const late = home?.items[3]
  if (!home || !rent || !late?.options[0]) throw new Error('Not read')
  rent.isRequired = true
  late.options[0].weight = 3
  changed.title.en = 'Home visit'
  const expected = structuredClone(everything)
  const [, group] = expected.item as unknown as [unknown, { item: [unknown, { item: Record<string, unknown>[] }] }]
  const [first, second] = group.item[1].item
  Object.assign(first ?? {}, { required: true })
  const [option] = (second?.answerOption ?? []) as { valueCoding: { extension: { valueDecimal: number }[] } }[]
  Object.assign(option?.valueCoding.extension[0] ?? {}, { valueDecimal: 3 })
  expected._title.extension = [translation('fr', 'Visite'), translation('en', 'Home visit')]
  expect(exportQuestionnaire(changed, 'active', everything)).toEqual(expected)

  home.items = home.items.filter(({ key }) => key !== 'size')
  const shorter = JSON.stringify(exportQuestionnaire(changed, 'active', everything))
  expect(shorter).not.toContain('grande')
  expect(shorter).toContain('"linkId":"lease"')
  expect(shorter).toContain('"prefix":"1."')
})

it('INT-11 forms of the portal come back as they were, with needs, scores and comparisons that FHIR lacks', () => {
  const item = (socialNeeds.pages[0] as FormDefinition['pages'][number]).items[0]
  if (!item) throw new Error('No question')
  const kinds: FormDefinition = {
    ...socialNeeds,
    pages: [
      {
        key: 'k',
        title: { en: 'Kinds', es: 'Tipos' },
        showWhen: null,
        items: (['text', 'number', 'money', 'date', 'yes-no', 'phone', 'address', 'note'] as const).map((kind) => ({
          ...item,
          ...{ key: kind, kind, options: [], raises: [], isSensitive: true, help: { en: 'So', es: 'Así' } },
        })),
      },
      {
        key: 'text',
        title: { en: 'Rows', es: 'Filas' },
        showWhen: { match: 'any', tests: [{ item: 'date', operator: 'age-at-least', value: 60 }] },
        items: [
          {
            ...item,
            key: 'rows',
            kind: 'repeat',
            options: [],
            raises: [],
            items: [{ ...item, kind: 'text', options: [] }],
          },
        ],
      },
    ],
  }
  for (const page of kinds.pages)
    for (const each of page.items)
      each.items = each.items.map(({ key, kind, text, help, isRequired, isSensitive, codes, options }) => ({
        ...{ key, kind, text, help, isRequired, isSensitive, codes, options },
      }))
  const pages = kinds.pages.map((page) => (page.key === 'text' ? { ...page, key: 'page-text' } : page))
  for (const definition of [socialNeeds, hungerVitalSign, kinds]) {
    const resource = exportQuestionnaire(definition, 'active', null)
    const back = read(JSON.parse(JSON.stringify(resource)))
    expect(back.ignored).toEqual([])
    expect(back.definition).toEqual(definition === kinds ? { ...kinds, pages } : definition)
    expect(checkForm(back.definition)).toEqual(checkForm(definition))
  }
})

it('INT-11 a group with more questions than a page has goes on on the next page, and comes back as one', () => {
  const item = Array.from({ length: 230 }, (_, at) => ({ linkId: `q${at}`, text: `Question ${at}`, type: 'string' }))
  const long = {
    resourceType: 'Questionnaire',
    status: 'active',
    item: [{ linkId: 'all', text: 'All', type: 'group', item }],
  }
  const { definition } = read(long)
  expect(definition.pages.map(({ key, title, items }) => [key, title.en, items.length])).toEqual([
    ['all', 'All', 100],
    ['all-2', 'All', 100],
    ['all-3', 'All', 30],
  ])
  expect(exportQuestionnaire(definition, 'active', long)).toEqual(long)
})
