/** What other features may use of what people ask for. */
export { eraseCorrections, listCorrections } from './corrections.ts'
