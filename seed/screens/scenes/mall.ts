import {
  book,
  dress,
  flask,
  hangingScarf,
  jar,
  lantern,
  picture,
  prayerRug,
  teapot,
  tones,
} from '../drawings/goods.ts'
import { type Icon, icon } from '../drawings/icons.ts'
import { people, portrait } from '../drawings/people.ts'
import { lattice, star, verified } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, navigation, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

const plum = tones(310, 0.1, 0.5)
const rose = tones(15, 0.1, 0.62)
const sage = tones(150, 0.06, 0.58)
const sea = tones(225, 0.08, 0.5)

const item = (
  style: string,
  background: string,
  drawing: string,
  name: string,
  price: string,
) => html`
  <div style="${style}">
    <div class="cut rel" style="height:var(--h); background:${background}; display:grid; place-items:center">${drawing}</div>
    <p class="b one-line" style="margin-top:7px">${name}</p><p class="s m num">${price}</p>
  </div>`

const department = (name: Icon, label: string) => html`
  <div class="col" style="align-items:center; gap:6px"><span class="round" style="width:54px; height:54px; color:var(--branch)">${icon(name, 25)}</span><span class="xs b">${label}</span></div>`

/** The home screen of the online store. */
export const mall: Scene = {
  name: 'mall',
  hue: 'mall',
  markup: html`
    ${statusBar('8:24')}
    <div class="body">
      <div class="row between" style="margin-bottom:12px"><h2 class="hue" style="font-size:26px">Mall</h2><span class="row" style="gap:8px"><span class="round">${icon('search')}</span><span class="round rel">${icon('bag')}<i class="abs" style="right:7px; top:7px; width:9px; height:9px; background:var(--gold); border-radius:3px; corner-shape:bevel"></i></span></span></div>
      <div class="cut night rel" data-hue="mall" style="--cut:24px; height:322px; background:var(--deep)">
        <div class="fill" style="color:var(--branch); opacity:.22">${lattice(57, 120)}</div>
        <div class="abs" style="right:-18px; top:20px">${picture(120, 220, 350, dress(plum))}</div>
        <div class="abs" style="left:24px; top:28px; width:190px">
          <h1 style="font-size:39px; line-height:1.02">Dressed for Eid</h1>
          <p style="margin-top:12px; color:var(--muted)">Small makers,<br>one cart.</p>
        </div>
        <div class="abs button accent small" style="left:24px; bottom:26px">Shop the collection</div>
      </div>
      <div class="row between" style="margin:16px 0">${department('scarf', 'Clothing')}${department('book', 'Books')}${department('home', 'Home')}${department('leaf', 'Pantry')}${department('gift', 'Gifts')}</div>
      <div class="row top" style="gap:10px">
        ${item('--h:152px; flex:1', 'var(--tint)', `<div class="abs" style="top:14px">${picture(200, 260, 166, hangingScarf(rose))}</div>`, 'Rosewood scarf', '$38')}
        ${item('--h:152px; flex:1', 'oklch(0.91 0.035 85)', picture(100, 190, 130, lantern()), 'Brass lantern', '$54')}
        ${item('--h:152px; flex:1', 'oklch(0.9 0.03 225)', picture(120, 190, 124, prayerRug(sea)), 'Travel rug', '$46')}
      </div>
    </div>
    ${tabBar('Explore')}`,
}

const swatch = (color: string, on = false) =>
  html`<span class="cut" style="--cut:10px; width:42px; height:42px; padding:4px; ${on && 'border:2px solid var(--branch)'}"><i class="cut" style="--cut:7px; display:block; width:100%; height:100%; background:${color}"></i></span>`

/** The product page of a scarf. */
export const scarf: Scene = {
  name: 'scarf',
  hue: 'mall',
  markup: html`
    <div class="fill" style="z-index:-1; bottom:auto; height:560px; background:oklch(0.88 0.045 350)"><div class="fill" style="color:oklch(0.62 0.1 350); opacity:.3">${lattice(57, 170)}</div></div>
    ${statusBar('8:26')}
    ${navigation('', ['share', 'heart'])}
    <div class="abs" style="left:26px; top:84px">${picture(200, 260, 440, hangingScarf(tones(350, 0.105, 0.5)))}</div>
    <div class="sheet" style="top:508px; padding-top:24px">
      <div class="row between top"><h1 style="width:230px">Rosewood scarf, handwoven</h1><p class="display num" style="font-size:30px">$38</p></div>
      <div class="row" style="gap:11px; margin-top:13px">${portrait(people.layla, 38, '--cut:9px')}<p class="grow s">Woven by <b class="b">Layla Hassan</b><br><span class="m">Paterson, New Jersey</span></p>${verified(26)}</div>
      <div class="row between" style="margin:18px 0"><div class="row" style="gap:8px">${swatch('oklch(0.5 0.105 350)', true)}${swatch('oklch(0.58 0.07 150)')}${swatch('oklch(0.75 0.08 75)')}${swatch('oklch(0.38 0.04 260)')}</div><span class="chip" style="height:42px">70 × 180 cm ${icon('down', 16)}</span></div>
      <div class="button">Add to cart</div>
    </div>
    ${homeIndicator}`,
}

const shelf = (top: number, books: string) => html`
  <div class="abs" style="left:0; right:0; top:${top}px">
    <div class="row" style="align-items:flex-end; gap:12px; padding:0 22px">${books}</div>
    <div style="height:12px; background:oklch(0.47 0.065 55)"></div><div style="height:9px; background:oklch(0.33 0.05 50)"></div>
  </div>`

const spine = (width: number, height: number, hue: number, light: number) => html`
  <svg width="${width}" height="${height}" style="margin-right:-9px"><rect width="${width}" height="${height}" fill="oklch(${light} 0.085 ${hue})" /><path d="M0 14h${width}M0 ${height - 14}h${width}M0 ${height - 20}h${width}" stroke="oklch(0.83 0.1 82)" stroke-width="2" /><rect x="0" width="3" height="${height}" fill="oklch(1 0 0 / .14)" />
  <g style="color:oklch(0.83 0.1 82)" transform="translate(${width / 2 - 7} 30)">${star(14, true)}</g></svg>`

/** Shelves of books. */
export const books: Scene = {
  name: 'books',
  hue: 'mall',
  theme: 'dark',
  markup: html`
    <div class="fill" style="z-index:-1; background:oklch(0.225 0.03 310)"></div>
    ${statusBar('9:52')}
    <div class="body">
      <div class="row between"><h1 style="font-size:33px">The reading room</h1><span class="round" style="background:oklch(0.31 0.05 310)">${icon('search')}</span></div>
      <div class="row" style="gap:8px; margin-top:14px"><span class="chip on">For children</span>${['History', 'Cooking', 'Faith'].map((name) => `<span class="chip" style="background:oklch(0.31 0.05 310)">${name}</span>`)}</div>
    </div>
    ${shelf(186, picture(100, 140, 158, book(tones(163, 0.08, 0.42), 'arch')) + picture(100, 140, 176, book(tones(30, 0.12, 0.52), 'star')) + spine(30, 150, 255, 0.42) + spine(26, 164, 85, 0.58) + spine(34, 142, 310, 0.42))}
    ${shelf(412, `${spine(32, 138, 35, 0.5) + spine(26, 150, 163, 0.42)}<i style="width:2px"></i>${picture(100, 140, 172, book(tones(262, 0.08, 0.38), 'moon'))}${picture(100, 190, 150, lantern())}${spine(30, 146, 20, 0.45)}${spine(26, 132, 200, 0.46)}`)}
    <div class="sheet" style="height:220px; background:oklch(0.285 0.045 310)">
      <div class="grip" style="background:oklch(0.45 0.06 310)"></div>
      <div class="row top" style="gap:16px"><div style="margin-top:2px">${picture(100, 140, 108, book(tones(262, 0.08, 0.38), 'moon'))}</div>
      <div class="grow"><h2>The Moon Sighters</h2><p class="m s" style="margin:4px 0 10px">Maryam Tran · ages 6 to 10 · 48 pages</p><p class="s">Two cousins, one roof and the longest evening of Ramadan.</p>
      <div class="row between" style="margin-top:14px"><span class="display num" style="font-size:24px">$16</span><div class="button small accent">Add to cart</div></div></div></div>
    </div>
    ${homeIndicator}`,
}

const line = (
  background: string,
  drawing: string,
  name: string,
  text: string,
  price: string,
) => html`
  <div class="row" style="gap:13px"><div class="cut" style="--cut:11px; width:66px; height:66px; background:${background}; display:grid; place-items:center">${drawing}</div>
  <div class="grow"><p class="b" style="font-size:15px">${name}</p><p class="s m">${text}</p></div><span class="b num">${price}</span></div>`

const seller = (name: string, arrival: string, lines: string[]) => html`
  <div class="cut card" style="--cut:16px; padding:14px 16px 16px">
    <div class="row between" style="margin-bottom:12px"><span class="row b s" style="gap:6px">${verified(19)}${name}</span><span class="tag">${icon('truck', 15)}${arrival}</span></div>
    <div class="col" style="gap:12px">${lines}</div>
  </div>`

/** A cart with items from several sellers. */
export const cart: Scene = {
  name: 'cart',
  hue: 'mall',
  markup: html`
    ${statusBar('8:31')}
    ${navigation('', ['edit'])}
    <div class="body" style="padding-top:8px">
      <h1>Three makers, one cart</h1>
      <div class="col" style="gap:10px; margin-top:16px">
        ${seller('Layla Weaves', 'Tue', [line('oklch(0.9 0.04 350)', picture(200, 260, 60, hangingScarf(tones(350, 0.105, 0.5))), 'Rosewood scarf', '70 × 180 cm', '$38.00')])}
        ${seller('Sidr & Sons', 'Wed', [line('oklch(0.91 0.05 85)', picture(90, 120, 56, jar(tones(70, 0.14, 0.66), 'Sidr')), 'Sidr honey', '12 oz', '$22.00'), line('oklch(0.89 0.04 150)', picture(80, 120, 54, flask(sage)), 'Oud oil', 'Alcohol-free, 10 ml', '$29.00')])}
        ${seller('Kiln & Kettle', 'Tue', [line('oklch(0.88 0.035 225)', picture(150, 120, 48, teapot(sea)), 'Star teapot', 'Glazed by hand', '$64.00')])}
      </div>
    </div>
    <div style="padding:16px 20px 34px; background:var(--surface); border-top:1px solid var(--line)">
      <div class="row between s m"><span>4 items</span><span class="num">$153.00</span></div>
      <div class="row between s m" style="margin-top:5px"><span>Shipping, 3 packages</span><span class="num">$9.00</span></div>
      <div class="row between" style="margin-top:12px"><span class="display num" style="font-size:28px">$162.00</span><div class="button" style="width:200px">Check out</div></div>
    </div>
    ${homeIndicator}`,
}
