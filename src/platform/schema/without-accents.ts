/** A text in lowercase without accents: `Peña` → `pena`. */
export const withoutAccents = (text: string) => text.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')
