const LONGEST = 60
const letters = /^[\p{L}\p{M} '’.-]+$/u
/** A dot followed by two or more letters looks like a web address, and mail programs turn it into a link. */
const likeAddress = /\.[\p{L}\p{M}]{2}/u

/** Whether a name that one person entered for another is safe in a mail to them: a name, and no link to follow. */
export const isPlainName = (name: string) => name.length <= LONGEST && letters.test(name) && !likeAddress.test(name)
