/** What other features may use of intakes. */

export { completeIntake } from './complete-intake.ts'
export { answersToShare, type CompletedIntake, listCompleted } from './completed-intakes.ts'
export {
  eraseIntakes,
  getIntake as intakeOf,
  lastIntakeOn,
  listIntakeIds,
  listPersonIntakes,
  lockIntake,
  readIntake,
} from './intake-queries.ts'
export { intakeRows } from './intake-rows.ts'
export { intakeWords } from './intake-words.ts'
export { saveAnswers } from './save-answers.ts'
export { startLinkIntake } from './start-intake.ts'
