/** What other features may use of whether people got help. */
export { answerHelp } from './answer-help.ts'
export { eraseHelp, listHelpOf } from './help-answer-queries.ts'
export { helpAnswerRows } from './help-answer-rows.ts'
