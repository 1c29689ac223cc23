import { levelAllows, type NoticePreference } from '#identity/preferences/user-preference.ts'

export const noticeKinds = [
  'incoming',
  'opened',
  'reminder',
  'dueSoon',
  'overdue',
  'nudge',
  'assigned',
  'confirmation',
  'statusChange',
  'override',
  'message',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeChannel = 'email' | 'sms'

type Column = 'email' | 'text'
const columns: Record<NoticeChannel, Column> = { email: 'email', sms: 'text' }

/**
 * The preferences that can allow a kind of notification; for a referral directed to the reader, either incoming row is
 * enough.
 */
function rowsFor(kind: NoticeKind, isDirectedToMe: boolean) {
  if (kind === 'confirmation') return ['ForConfirmationOfSentReferral'] as const
  if (kind === 'statusChange' || kind === 'override') return ['ForStatusChangeOfReferral'] as const
  if (kind === 'message') return ['ForMessageOnReferral'] as const
  return isDirectedToMe ? (['ForIncomingReferral', 'ForDirectReferral'] as const) : (['ForIncomingReferral'] as const)
}

/**
 * The channels by which a person is notified of something.
 * @param isInternal whether sender and recipient of the referral are the same organization
 */
export const channelsFor = (
  preference: NoticePreference,
  notice: { kind: NoticeKind; isInternal: boolean; isDirectedToMe?: boolean },
): NoticeChannel[] =>
  (['email', 'sms'] as const).filter((channel) =>
    rowsFor(notice.kind, notice.isDirectedToMe ?? false).some((row) =>
      levelAllows(preference[`${columns[channel]}${row}`], notice.isInternal),
    ),
  )
