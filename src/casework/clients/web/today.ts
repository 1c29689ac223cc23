/** The reader's local date, yyyy-MM-dd. */
export const today = () => new Intl.DateTimeFormat('en-CA').format(new Date())
