const LONGEST = 60
const letters = /^[\p{L}\p{M} '’.-]+$/u
/** A dot with two letters or more after it reads as an address, and mail programs make a link of it. */
const likeAddress = /\.[\p{L}\p{M}]{2}/u

/** Whether a name that somebody typed for another person can stand in a mail to them: a name, and nothing to follow. */
export const isPlainName = (name: string) => name.length <= LONGEST && letters.test(name) && !likeAddress.test(name)
