/** What works without a connection. */
export { FillDraft } from './fill-draft.tsx'
export { usableForms } from './intake-calls.ts'
export { forgetKeptIntake, readKeptIntake } from './kept-intakes.ts'
export { forgetKeptPerson, listKeptPeople, readKeptPerson } from './kept-people.ts'
export { RefusedList } from './refused-answers.tsx'
export { listWaiting, sendWaiting, type Waiting } from './send-waiting.ts'
export { beginHere, listIntakesHere, onUnsent, readSentAs } from './unsent-intakes.ts'
