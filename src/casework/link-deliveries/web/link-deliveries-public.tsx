/** What a list of links shows of one that did not arrive. */
export { NotArrived } from './not-arrived.tsx'
