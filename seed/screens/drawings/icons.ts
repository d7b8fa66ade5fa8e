/** The paths of the icons, drawn with lines in a square of 24 units. */
const outlines = {
  home: '<path d="M4 10.5L12 4l8 6.5V20h-5.5v-6h-5v6H4z"/>',
  search: '<path d="M15.5 15.5L20.5 20.5"/><circle cx="10.5" cy="10.5" r="6.5"/>',
  bag: '<path d="M5 8.5h14l1 12H4zM8.5 11V7l1.5-2.5h4L15.5 7v4"/>',
  bell: '<path d="M6.5 16.5V10l2-4 3.5-1.5L15.5 6l2 4v6.5l1.5 1.5H5zM10 21h4"/>',
  pin: '<path d="M12 21.5L5.5 13V8L8.5 4h7l3 4v5z"/><circle cx="12" cy="10" r="2.4"/>',
  heart: '<path d="M12 20L3.5 11V7.5L6.5 4.5h3L12 7l2.5-2.5h3l3 3V11z"/>',
  clock: '<path d="M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7zM12 7.5V12l3 2"/>',
  check: '<path d="M5 12.5L10 17.5L19.5 7"/>',
  right: '<path d="M9.5 5.5L16 12l-6.5 6.5"/>',
  left: '<path d="M14.5 5.5L8 12l6.5 6.5"/>',
  down: '<path d="M5.5 9.5L12 16l6.5-6.5"/>',
  plus: '<path d="M12 5.5v13M5.5 12h13"/>',
  minus: '<path d="M5.5 12h13"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
  sliders:
    '<path d="M4 8h9M18 8h2M4 16h2M11 16h9"/><circle cx="15.5" cy="8" r="2.3"/><circle cx="8.5" cy="16" r="2.3"/>',
  calendar: '<path d="M4 6.5h16v14H4zM4 11h16M8.5 3.5v4M15.5 3.5v4"/>',
  chat: '<path d="M4 5h16v11.5h-9L7 20.5v-4H4z"/>',
  phone: '<path d="M5 4.5h4l1.5 4.5-2 1.5c1 2.5 2.5 4 5 5l1.5-2 4.5 1.5v4C12.5 20 4.5 12 5 4.5z"/>',
  video: '<path d="M3.5 7h11.5v10H3.5zM15 11l5.5-3v8L15 13"/>',
  mic: '<path d="M9.5 4.5h5V13h-5zM6 11.5v2l3 3.5h6l3-3.5v-2M12 17v3.5"/>',
  share: '<path d="M12 14.5V4M8 7.5L12 3.5l4 4M5 12.5v8h14v-8"/>',
  wallet: '<path d="M4 7h16v13H4zM4 7l11-3v3M15.5 12H20v3.5h-4.5z"/>',
  user: '<path d="M4.5 20.5l2-5 3-1.5h5l3 1.5 2 5"/><circle cx="12" cy="8" r="4"/>',
  car: '<path d="M4 17v-4.5L6.5 7h11l2.5 5.5V17zM4 12.5h16M6 17v2M18 17v2M7.5 14.7h1.5M15 14.7h1.5"/>',
  plate: '<circle cx="12" cy="12" r="5"/><path d="M3.5 4v5.5M3.5 13v7M20.5 4v16M18.5 4.5v7h2"/>',
  store:
    '<path d="M5 11v9.5h14V11M3.5 9.5L5.5 4h13l2 5.5-2 2h-2.5L14 9.5l-2 2-2-2-2 2H5.5zM10 20.5V15h4v5.5"/>',
  box: '<path d="M12 3.5l8 4v9l-8 4-8-4v-9zM4 7.5l8 4 8-4M12 11.5v9"/>',
  briefcase: '<path d="M3.5 8h17v12h-17zM9 8V5h6v3M3.5 13h17M12 12v2.5"/>',
  shield: '<path d="M12 3.5l7.5 3V12L17 17l-5 3.5L7 17l-2.5-5V6.5z"/>',
  leaf: '<path d="M5 19L18.5 5.5M5 19V9.5L11 5h8.5v8L15 19z"/>',
  truck:
    '<path d="M3 7h11v10H3zM14 10.5h4l3 3.5v3h-7"/><circle cx="7.5" cy="17.5" r="2"/><circle cx="17" cy="17.5" r="2"/>',
  moon: '<path d="M19.5 14.5L15 16l-5-2-2-5 1.5-5L5.5 6 3.5 11l1.5 5.5 5 4 5.5-1z"/>',
  sun: '<path d="M12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M5.3 18.7L7 17M17 7l1.7-1.7"/><circle cx="12" cy="12" r="4"/>',
  lock: '<path d="M5.5 11h13v9.5h-13zM8.5 11V7L10.5 4h3L15.5 7v4"/>',
  up: '<path d="M7 17L17 7M9 7h8v8"/>',
  in: '<path d="M17 7L7 17M15 17H7V9"/>',
  camera: '<path d="M3.5 7.5H8L9.5 5h5L16 7.5h4.5v12h-17z"/><circle cx="12" cy="13" r="3.5"/>',
  people:
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5l1.5-4.5 3-1.5h4l3 1.5 1.5 4.5M15 5.5a3.5 3.5 0 0 1 0 6M17.5 14l2.5 1.5 1.5 4"/>',
  route:
    '<circle cx="6" cy="18" r="2.5"/><circle cx="18" cy="6" r="2.5"/><path d="M8.5 18H15l3-3-3-3H9L6 9l3-3h6.5"/>',
  edit: '<path d="M5 19l1-4.5L16 4.5l3.5 3.5-10 10z"/>',
  gift: '<path d="M4 8.5h16v4H4zM5.5 12.5v8h13v-8M12 8.5v12M12 8.5L8 4.5 6.5 7zM12 8.5l4-4L17.5 7z"/>',
  book: '<path d="M12 6.5L9 4.5H3.5v14H9l3 2 3-2h5.5v-14H15zM12 6.5v14"/>',
  scarf: '<path d="M5 4h14v5l-4 3 3 8.5h-5L10 13 5 9z"/>',
  tool: '<path d="M14.5 9.5L19 5l.5 4-3 3.5-3-.5L7 19.5 4.5 17l7-6.5-.5-3L14.5 4.5l4 .5z"/>',
  scales: '<path d="M12 4v16M7.5 20.5h9M5 7h14M5 7l-2.5 7h5zM19 7l-2.5 7h5z"/>',
  heartHand:
    '<path d="M12 12.5L7.5 8V5.5L9.5 4 12 6l2.5-2 2 1.5V8zM3.5 15H8l3 2h4.5v2H11M3.5 20.5H12l8.5-4-1-2-4 2"/>',
  grid: '<path d="M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z"/>',
  list: '<path d="M4 7h16M4 12h16M4 17h10"/>',
  compass: '<path d="M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7zM15.5 8.5l-2 5-5 2 2-5z"/>',
  note: '<path d="M5 3.5h10l4 4v13H5zM8.5 11h7M8.5 15h7"/>',
  chart: '<path d="M4 4v16h16M8.5 16v-4M13 16V8M17.5 16v-6"/>',
} as const

/** The name of an icon. */
export type Icon = keyof typeof outlines

/** Returns an icon in the current color, `size` pixels wide and high. */
export function icon(name: Icon, size = 22): string {
  return `<svg class="icon" width="${size}" height="${size}" viewBox="0 0 24 24">${outlines[name]}</svg>`
}
