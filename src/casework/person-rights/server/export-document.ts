import { otherFacts } from '#casework/clients/server/clients-public.ts'
import { intakeWords } from '#casework/intakes/server/intakes-public.ts'
import { factWords } from '#casework/person-facts/server/person-facts-public.ts'
import { referralWords } from '#casework/referrals/server/referrals-public.ts'
import { safeContactWords } from '#casework/safe-contact/server/safe-contact-public.ts'
import { needName } from '#directory/needs/server/needs-public.ts'
import type { LegalBlock, LegalSection } from '#identity/legal/legal-document.ts'
import { nameForReader } from '#identity/organizations/server/organizations-public.ts'
import type { Language } from '#platform/server/texts.ts'
import { ofReferrals } from './export-of-referrals.ts'
import type { PersonExport } from './export-person.ts'
import { entries, facts, listOf, referralName, type Writer, writerOf } from './export-writer.ts'

/** The maximum number of access log entries in the readable copy; the spreadsheet and the JSON contain all of them. */
const SHOWN_ENTRIES = 500

type Details = Pick<PersonExport, 'person' | 'phones'> & Partial<Pick<PersonExport, 'organization' | 'household'>>

function details(writer: Writer, { person, phones, organization, household }: Details): LegalBlock[] {
  const { firstName, lastName, birthDate, email, language, createdOn } = person
  const place = [person.city, [person.stateProvince, person.postalCode].filter(Boolean).join(' ')].filter(Boolean)
  return listOf([
    ...entries(writer, [
      ['name', `${firstName} ${lastName}`],
      ['birthDate', birthDate && writer.day(birthDate)],
      ['email', email],
      ['phones', phones.map(({ phoneNumber }) => phoneNumber).join(', ')],
      ['address', [person.address1, person.address2, ...place].filter(Boolean).join(', ')],
      ['language', language],
    ]),
    ...otherFacts(person, writer.language),
    ...entries(writer, [
      ['household', household && writer.t(`export.ofHousehold.${household.relation}`, { count: household.people })],
    ]),
    ...entries(writer, [
      ['organization', organization],
      ['recordedOn', writer.day(createdOn)],
    ]),
  ])
}

const consents = (writer: Writer, { consents: all }: PersonExport): LegalBlock[] =>
  all.flatMap((consent) =>
    facts(writer, [
      ['given', `${writer.day(consent.givenOn)}, ${writer.t(`export.how.${consent.howGiven}`)}`],
      [
        'sharedWith',
        consent.scope === 'network'
          ? writer.t('export.network')
          : consent.recipients.map(({ name }) => name).join(', '),
      ],
      ['needs', consent.needs.map((need) => needName(need, writer.language)).join(', ') || writer.t('export.allNeeds')],
      ['until', consent.expiresOn && writer.day(consent.expiresOn)],
      ['withdrawn', consent.withdrawnOn && writer.time(consent.withdrawnOn)],
    ]),
  )

const referredFor = (writer: Writer, referral: PersonExport['referralsOfHousehold'][number]): LegalBlock[] => [
  referralName(writer, referral),
  ...facts(writer, [
    ['status', referralWords(writer.language).status(referral.status)],
    ['sentOn', referral.sentOn && writer.time(referral.sentOn)],
    ['shared', referral.shared && Object.values(referral.shared).filter(Boolean).join(', ')],
  ]),
]

function referralSection(writer: Writer, referral: PersonExport['referrals'][number], index: number): LegalSection {
  const { request, snapshot, steps, messages } = referral
  const words = referralWords(writer.language)
  const said = [
    ...steps.map((step) => ({
      on: step.createdOn,
      text: [
        step.toStatus !== step.fromStatus && words.status(step.toStatus),
        step.organization?.name,
        step.reason && words.reason(step.reason),
        step.outcome && words.outcome(step.outcome),
        step.note,
      ]
        .filter(Boolean)
        .join('. '),
    })),
    ...messages.map((message) => ({
      on: message.createdOn,
      text: `${message.author}, ${message.organization}: ${message.text}`,
    })),
  ].sort((one, other) => one.on.localeCompare(other.on))
  return {
    id: `referral-${index}`,
    heading: referralName(writer, { ...referral, need: request?.need }),
    blocks: [
      ...facts(writer, [
        ['status', words.status(referral.status)],
        ['service', referral.service],
        ['sentOn', referral.sentOn && writer.time(referral.sentOn)],
        ['firstContact', referral.firstContactOn && writer.time(referral.firstContactOn)],
        ['neededBy', request?.neededBy && writer.day(request.neededBy)],
        ['note', request?.note],
        ['shared', snapshot && Object.values(snapshot).filter(Boolean).join(', ')],
        [
          'override',
          [
            referral.consentOverrideReason && words.overrideReason(referral.consentOverrideReason),
            referral.consentOverrideText,
          ]
            .filter(Boolean)
            .join(': '),
        ],
      ]),
      ...(said.length ? [{ list: said.map(({ on, text }) => ({ term: writer.time(on), text })) }] : []),
    ],
  }
}

/** The lists of services that were made for the person: a term for each list, with its services and their notes. */
const serviceLists = (writer: Writer, { serviceLists: all }: PersonExport): LegalBlock[] =>
  listOf(
    all.map(({ createdOn, services, shared }) => ({
      term: [
        writer.day(createdOn),
        ...shared.map(({ on }) => writer.t('export.sharedOn', { day: writer.day(on) })),
      ].join(', '),
      text: services.map(({ name, note }) => [name, note].filter(Boolean).join(': ')).join('; '),
    })),
  )

function accessLog(writer: Writer, { accessLog: entries }: PersonExport): LegalBlock[] {
  const list = entries.slice(0, SHOWN_ENTRIES).map((entry) => ({
    term: writer.time(entry.viewedOn),
    text: [
      entry.name,
      entry.organizationName && nameForReader(entry.organizationName, writer.language),
      writer.t(`log.way.${entry.way}`),
    ]
      .filter(Boolean)
      .join(', '),
  }))
  const more = entries.length - list.length
  return [...(list.length ? [{ list }] : []), ...(more > 0 ? [writer.t('export.more', { count: more })] : [])]
}

/** The needs for which nothing was sent; the others stand with their referrals. */
const needs = (writer: Writer, { needs: all }: PersonExport): LegalBlock[] =>
  listOf(
    all.map(({ need, createdOn, createdByName }) => ({
      term: needName(need, writer.language),
      text: [writer.day(createdOn), createdByName].filter(Boolean).join(', '),
    })),
  )

/** The consents that the person was asked for by a link, and what they answered. */
const consentRequests = (writer: Writer, { consentRequests: all }: PersonExport): LegalBlock[] =>
  listOf(
    all.map(({ askedOn, scope, recipients, needs, standing, answeredOn, refusalReason }) => ({
      term: writer.day(askedOn),
      text: [
        scope === 'network' ? writer.t('export.network') : recipients.map(({ name }) => name).join(', '),
        needs.map((need) => needName(need, writer.language)).join(', ') || writer.t('export.allNeeds'),
        writer.t(`export.asked.${standing}`, { day: answeredOn ? writer.day(answeredOn) : '' }),
        refusalReason,
      ]
        .filter(Boolean)
        .join('. '),
    })),
  )

/** What the person asked to have corrected. */
const corrections = (writer: Writer, { corrections: all }: PersonExport): LegalBlock[] =>
  listOf(
    all.map(({ text, askedOn, doneOn }) => ({
      term: writer.day(askedOn),
      text: [text, doneOn && writer.t('export.correctedOn', { day: writer.day(doneOn) })].filter(Boolean).join(' '),
    })),
  )

/** The records that were merged into this one, as they were: details, safe contact and answers. */
const formerRecords = (writer: Writer, { formerRecords: all }: PersonExport): LegalBlock[] =>
  all.flatMap((former) => [
    ...details(writer, former),
    ...(former.safeContact ? listOf(safeContactWords(former.safeContact, writer.language)) : []),
    ...listOf(factWords(former.facts, writer.language, writer.day)),
  ])

/** The links by which the person could see their record, and the invitations to an account. */
const links = (writer: Writer, { recordLinks, invitations }: PersonExport): LegalBlock[] =>
  listOf(
    [
      ...recordLinks.map((link) => ({ ...link, kind: 'toRecord' as const, usedOn: link.openedOn })),
      ...invitations.map((link) => ({ ...link, kind: 'toAccount' as const })),
    ]
      .sort((one, other) => one.createdOn.localeCompare(other.createdOn))
      .map(({ kind, createdOn, expiresOn, usedOn, withdrawnOn }) => ({
        term: writer.day(createdOn),
        text: [
          writer.t(`export.link.${kind}`),
          writer.t('export.link.until', { day: writer.day(expiresOn) }),
          usedOn && writer.t('export.link.used', { day: writer.day(usedOn) }),
          withdrawnOn && writer.t('export.link.ended', { day: writer.day(withdrawnOn) }),
        ]
          .filter(Boolean)
          .join('. '),
      })),
  )

/** Links that were sent to the person and did not arrive. */
const undelivered = (writer: Writer, { undeliveredLinks }: PersonExport): LegalBlock[] =>
  listOf(
    undeliveredLinks.map(({ page, channel, maskedAddress, failedOn }) => ({
      term: writer.time(failedOn),
      text: [
        writer.t(`export.undelivered.${page}`),
        writer.t(`export.notice.${channel}`, { address: maskedAddress }),
      ].join('. '),
    })),
  )

/** The readable copy of everything on record, as headings, paragraphs and lists. */
export function exportDocument(exported: PersonExport, language: Language, timeZone: string) {
  const writer = writerOf(language, timeZone)
  const { t } = writer
  const name = `${exported.person.firstName} ${exported.person.lastName}`
  const orNone = (blocks: LegalBlock[]) => (blocks.length ? blocks : [t('export.none')])
  const sections: LegalSection[] = [
    { id: 'details', heading: t('export.details'), blocks: details(writer, exported) },
    ...(exported.safeContact
      ? [
          {
            id: 'safe-contact',
            heading: t('export.safeContact'),
            blocks: listOf(safeContactWords(exported.safeContact, language)),
          },
        ]
      : []),
    ...(exported.facts.length
      ? [{ id: 'facts', heading: t('export.facts'), blocks: listOf(factWords(exported.facts, language, writer.day)) }]
      : []),
    ...(exported.needs.length
      ? [{ id: 'needs', heading: t('export.openNeeds'), blocks: needs(writer, exported) }]
      : []),
    ...exported.intakes.map((intake, index) => ({
      id: `intake-${index}`,
      heading: t('export.intake', { title: intake.title[language], date: writer.day(intake.startedOn) }),
      blocks: orNone(listOf(intakeWords(intake, language))),
    })),
    { id: 'consents', heading: t('export.consents'), blocks: orNone(consents(writer, exported)) },
    ...(exported.consentRequests.length
      ? [
          {
            id: 'consent-requests',
            heading: t('export.consentRequests'),
            blocks: consentRequests(writer, exported),
          },
        ]
      : []),
    {
      id: 'referrals',
      heading: t('export.referrals'),
      blocks: exported.referrals.length ? [] : [t('export.none')],
      sections: exported.referrals.map((referral, index) => referralSection(writer, referral, index)),
    },
    ...(exported.referralsOfHousehold.length
      ? [
          {
            id: 'referrals-of-household',
            heading: t('export.referralsOfHousehold'),
            blocks: exported.referralsOfHousehold.flatMap((referral) => referredFor(writer, referral)),
          },
        ]
      : []),
    ...ofReferrals(writer, exported),
    ...(exported.serviceLists.length
      ? [{ id: 'lists', heading: t('export.serviceLists'), blocks: serviceLists(writer, exported) }]
      : []),
    ...(exported.corrections.length
      ? [{ id: 'corrections', heading: t('export.corrections'), blocks: corrections(writer, exported) }]
      : []),
    ...(exported.recordLinks.length || exported.invitations.length
      ? [{ id: 'links', heading: t('export.links'), blocks: links(writer, exported) }]
      : []),
    ...(exported.undeliveredLinks.length
      ? [{ id: 'undelivered', heading: t('export.undelivered.title'), blocks: undelivered(writer, exported) }]
      : []),
    ...(exported.formerRecords.length
      ? [{ id: 'former-records', heading: t('export.formerRecords'), blocks: formerRecords(writer, exported) }]
      : []),
    { id: 'log', heading: t('log.title'), blocks: orNone(accessLog(writer, exported)) },
  ]
  return {
    language,
    title: t('export.title', { name }),
    updated: t('export.made', { when: writer.time(exported.exportedOn) }),
    introduction: [t('export.lead', { organization: exported.organization })],
    sections,
  }
}
