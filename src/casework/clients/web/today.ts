/** The reader's own day, yyyy-MM-dd. */
export const today = () => new Intl.DateTimeFormat('en-CA').format(new Date())
