import { sql } from 'kysely'
import type { ReferralFact } from '../referral-fact.ts'

type Columns =
  | 'requestId'
  | 'sentDay'
  | 'senderId'
  | 'recipientId'
  | 'need'
  | 'zip'
  | 'statusClass'
  | 'reason'
  | 'isHeld'
  | 'recipientSeesPerson'

/** The facts of all organizations, as a table that a statement joins. The caller checks who may see what. */
export const referralFacts = sql<Pick<ReferralFact, Columns>>`(
  select request_id, sent_day, sender_id, recipient_id, need, zip, status_class, reason, is_held, recipient_sees_person
  from referral_fact)`
