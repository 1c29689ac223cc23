import { AsyncLocalStorage } from 'node:async_hooks'

/** A security event that occurred during a request: its name and the identifiers involved. */
export interface Happening {
  event: string
  account?: string
  detail?: object
}
interface Context {
  impersonatorId: string | null
  happened: Happening[]
}
const context = new AsyncLocalStorage<Context>()

/**
 * Runs a request with the impersonator's account in its async context. Audit records read it from there instead of from
 * an argument, so that no act can forget to pass it on: see docs/decisions/0056-acting-as-another.md.
 * @param happened collects the events passed to {@link noteHappening} during the request
 */
export const actingFor = (impersonatorId: string | null, work: () => void, happened: Happening[] = []) =>
  context.run({ impersonatorId, happened }, work)

/** The account of the impersonator in the current request, or null. */
export const currentImpersonator = () => context.getStore()?.impersonatorId ?? null

/**
 * Notes an event for the security log, which is written after the request has succeeded. Does nothing outside a
 * request.
 */
export const noteHappening = (happening: Happening) => {
  context.getStore()?.happened.push(happening)
}

/** Empties the list, so that each event is logged only once. */
export const forgetHappenings = (happened: Happening[] | null) => happened?.splice(0) ?? []
