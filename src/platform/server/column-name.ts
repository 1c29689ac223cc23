/** The column of a property, as the database driver maps it: `clearedCache` is `cleared_cache`, `address1` is `address_1`. */
export const columnName = (property: string) => property.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`)
