import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { answerRoles } from '../canned-answer.ts'

/** Whether the reader may write canned answers. */
export const managesAnswers = () => userHasRole(knownUser(), ...answerRoles)
