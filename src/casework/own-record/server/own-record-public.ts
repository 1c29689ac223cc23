/** What other features may use of what people ask for. */

export { correctionRows } from './correction-rows.ts'
export { eraseCorrections, listCorrections } from './corrections.ts'
