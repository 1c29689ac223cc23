import { AsyncLocalStorage } from 'node:async_hooks'

/** Something that matters to security and happened on the way: its name, and identifiers. */
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
 * Works a request in the knowledge of who acts as its account. Every audit record reads it here instead of from an
 * argument, so that no act can forget to pass it on: see docs/decisions/0056-acting-as-another.md.
 * @param happened collects what {@link noteHappening} says while the request is worked
 */
export const actingFor = (impersonatorId: string | null, work: () => void, happened: Happening[] = []) =>
  context.run({ impersonatorId, happened }, work)

/** The account of who acts as somebody else in the present request; null nearly always. */
export const currentImpersonator = () => context.getStore()?.impersonatorId ?? null

/** Notes an event for the security log, which is written when the request has succeeded. Outside of a request it is left out. */
export const noteHappening = (happening: Happening) => {
  context.getStore()?.happened.push(happening)
}

/** Empties the list, so that each event is written once. */
export const forgetHappenings = (happened: Happening[] | null) => happened?.splice(0) ?? []
