import { phoneLink, phoneText } from '#platform/schema/phone-number.ts'

/** A stored telephone number as a `tel:` link. */
export const CallLink = ({ number }: { number: string }) => <a href={phoneLink(number)}>{phoneText(number)}</a>
