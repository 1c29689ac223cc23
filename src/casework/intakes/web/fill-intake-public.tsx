/** What links to intakes use: the questions, and the forms that staff may fill in. */
export { FillIntake } from './fill-intake.tsx'
export { formLanguageOf } from './form-language.ts'
export { usableForms } from './intake-calls.ts'
