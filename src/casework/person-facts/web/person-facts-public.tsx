/** What the directory and a person's record show of what the person said. */
export { PersonAnswers } from './person-answers.tsx'
export { PersonBar } from './person-bar.tsx'
