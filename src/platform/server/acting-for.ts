import { AsyncLocalStorage } from 'node:async_hooks'

const context = new AsyncLocalStorage<string | null>()

/**
 * Works a request in the knowledge of who acts as its account. Every audit record reads it here instead of from an
 * argument, so that no act can forget to pass it on: see docs/decisions/0056-acting-as-another.md.
 */
export const actingFor = (impersonatorId: string | null, work: () => void) => context.run(impersonatorId, work)

/** The account of who acts as somebody else in the present request; null nearly always. */
export const currentImpersonator = () => context.getStore() ?? null
