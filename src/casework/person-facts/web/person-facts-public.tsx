/** What the directory shows of the person for whom it is searched. */
export { PersonBar } from './person-bar.tsx'
