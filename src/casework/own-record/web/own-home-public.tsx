/** The home screen of a community member. */
export { OwnHome } from './own-home.tsx'
