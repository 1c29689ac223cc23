import type { LegalBlock, LegalSection } from '#identity/legal/legal-document.ts'
import { nameForReader } from '#identity/organizations/server/organizations-public.ts'
import type { PersonExport } from './export-person.ts'
import { listOf, referralName, type Writer } from './export-writer.ts'

type Line = { term: string; parts: (string | null | undefined | false)[] }

const linesOf = (lines: Line[]): LegalBlock[] =>
  listOf(lines.map(({ term, parts }) => ({ term, text: parts.filter(Boolean).join('. ') })))

/** The names of the person's referrals, and of those in which they are included, by ID. */
function namesOf(writer: Writer, { referrals, referralsOfHousehold }: PersonExport) {
  const own = referrals.map(({ request, ...referral }) => ({ ...referral, need: request?.need }))
  return new Map([...own, ...referralsOfHousehold].map((referral) => [referral.id, referralName(writer, referral)]))
}

/** What was agreed, said, sent and shared about the person's referrals; nothing of what there is none of. */
export function ofReferrals(writer: Writer, exported: PersonExport): LegalSection[] {
  const { t, day, time, language } = writer
  const names = namesOf(writer, exported)
  const appointments = exported.appointments.map(({ referralId, startsOn, note, cancelledOn }) => ({
    term: time(startsOn),
    parts: [names.get(referralId), note, cancelledOn && t('export.cancelledOn', { day: day(cancelledOn) })],
  }))
  const records = [exported, ...exported.formerRecords]
  const answers = records.flatMap((record) => record.helpAnswers)
  const helpAnswers = answers.map(({ referralId, answer, comment, answeredOn }) => ({
    term: day(answeredOn),
    parts: [names.get(referralId), t(`export.help.${answer}`), comment],
  }))
  const told = records.flatMap((record) => record.notices)
  const notices = told.map(({ referralId, kind, state, channel, maskedAddress, changedOn }) => ({
    term: time(changedOn),
    parts: [
      names.get(referralId),
      t(`export.notice.${kind}`),
      state === 'told' && channel
        ? t(`export.notice.${channel}`, { address: maskedAddress ?? '' }).trim()
        : t(`export.notice.${state}`),
    ],
  }))
  const files = exported.referralFiles.map(({ referralId, fileName, organization, sharedOn, withdrawnOn }) => ({
    term: day(sharedOn),
    parts: [
      fileName,
      nameForReader(organization, language),
      names.get(referralId),
      withdrawnOn && t('export.takenBackOn', { day: day(withdrawnOn) }),
    ],
  }))
  const shared = exported.sharedIntakes.map(({ referralId, title, sharedOn, leftOut }) => ({
    term: day(sharedOn),
    parts: [title[language], names.get(referralId), leftOut > 0 && t('export.leftOut', { count: leftOut })],
  }))
  const sections: { id: string; heading: string; lines: Line[]; more?: string }[] = [
    { id: 'appointments', heading: t('export.appointments'), lines: appointments },
    { id: 'help', heading: t('export.help.title'), lines: helpAnswers },
    { id: 'notices', heading: t('export.notice.title'), lines: notices, more: t('export.notice.json') },
    { id: 'files', heading: t('export.files'), lines: files },
    { id: 'shared-intakes', heading: t('export.sharedIntakes'), lines: shared, more: t('export.sharedIntakesJson') },
  ]
  return sections
    .filter(({ lines }) => lines.length)
    .map(({ id, heading, lines, more }) => ({ id, heading, blocks: [...linesOf(lines), ...(more ? [more] : [])] }))
}
