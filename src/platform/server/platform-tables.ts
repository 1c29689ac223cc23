import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from './database.ts'

const AuditRecordRow = z.object({
  id: z.number().int(),
  actorId: Id.nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  detail: z.record(z.string(), z.unknown()),
  createdOn: Timestamp,
  impersonatorId: Id.nullable(),
})

const CaptchaUsedRow = z.object({
  signature: z.string(),
  expiresOn: Timestamp,
})

const EventRow = z.object({
  id: z.string(),
  transactionId: z.string(),
  type: z.string(),
  subjectId: z.string(),
  audience: z.array(z.string()),
  createdOn: Timestamp,
})

const LoginThrottleRow = z.object({
  key: z.string(),
  points: z.number().int(),
  expire: z.number().int().nullable(),
})

const MessageRow = z.object({
  id: Id,
  sequence: z.number().int(),
  channel: z.enum(['email', 'sms', 'voice']),
  recipient: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  messageKey: z.string(),
  createdOn: Timestamp,
  deliveredOn: Timestamp.nullable(),
  language: z.enum(['en', 'es']),
  failedOn: Timestamp.nullable(),
  failure: z.enum(['invalid-address', 'unsubscribed', 'refused', 'no-service', 'no-answer']).nullable(),
  headers: z.record(z.string(), z.unknown()),
  kind: z.string(),
  expiresOn: Timestamp.nullable(),
  collapsed: z.record(z.string(), z.unknown()).nullable(),
  countedOn: Timestamp.nullable(),
  leftOutOn: Timestamp.nullable(),
  blankedOn: Timestamp.nullable(),
  reportTask: z.string().nullable(),
  entry: z.record(z.string(), z.unknown()).nullable(),
  joinKey: z.string().nullable(),
  letThroughOn: Timestamp.nullable(),
})

const MessageCountRow = z.object({
  key: z.instanceof(Buffer),
  sent: z.number().int(),
  endsOn: Timestamp,
})

const MessageKeyRow = z.object({
  keyHash: z.instanceof(Buffer),
  createdOn: Timestamp,
})

const MessageReportRow = z.object({
  id: z.number().int(),
  task: z.string(),
  messageId: Id,
  state: z.enum(['handed-over', 'failed', 'left-out']),
  failure: z.string().nullable(),
  reportedOn: Timestamp,
})

/** The tables that only the platform writes. */
export const platformTables: Record<string, z.ZodObject> = {
  audit_record: AuditRecordRow,
  captcha_used: CaptchaUsedRow,
  event: EventRow,
  login_throttle: LoginThrottleRow,
  message: MessageRow,
  message_count: MessageCountRow,
  message_key: MessageKeyRow,
  message_report: MessageReportRow,
}

declare module './database.ts' {
  interface Tables {
    captchaUsed: TableFor<z.infer<typeof CaptchaUsedRow>>
    event: TableFor<z.infer<typeof EventRow>, 'id' | 'transactionId' | 'createdOn'>
    loginThrottle: TableFor<z.infer<typeof LoginThrottleRow>, 'points'>
    messageCount: TableFor<z.infer<typeof MessageCountRow>>
    messageKey: TableFor<z.infer<typeof MessageKeyRow>, 'createdOn'>
    messageReport: TableFor<z.infer<typeof MessageReportRow>, 'id' | 'reportedOn'>
  }
}
