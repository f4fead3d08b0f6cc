/** Words on labels and in the tables for them, by language. */
export const LABEL_WORDS = {
  zh: '苹果汁 橙子 牛奶 巧克力 名称 价格 产品 规格 型号 颜色 红色 黑色 白色 生产日期 保质期 编号 数量 库存 上海 北京 广州 深圳市南山区 有限公司 电子 螺丝 不锈钢 标签 打印机 王小明 李华 张伟 电话 地址 衬衫 裤子 大号 中号 小号 洗衣液 矿泉水 面包 蛋糕 茶叶 咖啡 盒 箱 件 元',
  'zh-TW':
    '蘋果汁 橙子 牛奶 巧克力 名稱 價格 產品 規格 型號 顏色 紅色 黑色 白色 生產日期 保存期限 編號 數量 庫存 台北 高雄 台中市西區 股份有限公司 電子 螺絲 不鏽鋼 標籤 印表機 王小明 陳大文 林志玲 電話 地址 襯衫 褲子 大號 中號 小號 洗衣精 礦泉水 麵包 蛋糕 茶葉 咖啡 盒 箱 件 元',
  ja: 'りんごジュース みかん 牛乳 チョコレート 品名 価格 商品 規格 型番 色 赤 黒 白 製造日 賞味期限 番号 数量 在庫 東京都 大阪市 株式会社 電子 ねじ ステンレス ラベル プリンター 田中 佐藤 鈴木 電話 住所 シャツ ズボン 洗剤 水 パン ケーキ お茶 コーヒー 箱 個 円 ﾊﾝｶｸ',
  ko: '사과주스 오렌지 우유 초콜릿 이름 가격 제품 규격 모델 색상 빨강 검정 흰색 제조일 유통기한 번호 수량 재고 서울 부산 주식회사 전자 나사 스테인리스 라벨 프린터 김철수 이영희 전화 주소 셔츠 바지 세제 생수 빵 케이크 차 커피 상자 개 원',
  ru: 'Яблочный сок апельсин молоко шоколад Название Цена товар размер модель цвет красный чёрный белый Дата годен номер количество склад Москва Санкт-Петербург ООО электроника винт нержавеющая сталь этикетка принтер Иванов Петров телефон адрес рубашка брюки порошок вода хлеб торт чай кофе коробка шт руб',
  uk: 'Яблучний сік апельсин молоко шоколад Назва Ціна товар розмір модель колір червоний чорний білий Дата придатний номер кількість склад Київ Львів ТОВ електроніка гвинт нержавіюча сталь етикетка принтер Шевченко Їжак телефон адреса сорочка штани порошок вода хліб торт чай кава коробка шт грн',
  pl: 'Sok jabłkowy pomarańcza mleko czekolada Nazwa Cena produkt rozmiar żółty czarny biały Data ważności numer ilość magazyn Łódź Kraków spółka śruba nierdzewna etykieta drukarka Wiśniewski Kowalska telefon ulica koszula spodnie proszek woda źródlana chleb ciasto herbata kawa pudełko sztuk złotych część',
  cs: 'Jablečný džus pomeranč mléko čokoláda Název Cena výrobek velikost žlutý černý bílý Datum číslo množství sklad Praha Brno společnost šroub nerezová štítek tiskárna Novák Dvořák telefon ulice košile kalhoty prášek voda chléb dort čaj káva krabice kusů korun',
  hu: 'Almalé narancs tej csokoládé Név Ár termék méret sárga fekete fehér Dátum szám mennyiség raktár Győr Budapest kft csavar rozsdamentes címke nyomtató Szőke Kovács telefon utca ing nadrág mosópor víz kenyér sütemény tea kávé doboz darab forint őszi zöldség',
  tr: 'Elma suyu portakal süt çikolata İsim Fiyat ürün beden sarı siyah beyaz Tarih numara miktar depo İstanbul İzmir şirket vida paslanmaz etiket yazıcı Yılmaz Şahin telefon sokak gömlek pantolon deterjan su ekmek kek çay kahve kutu adet lira ağaç',
  ar: 'عصير تفاح برتقال حليب شوكولاتة الاسم السعر منتج حجم أحمر أسود أبيض تاريخ رقم كمية مخزن القاهرة دبي شركة برغي ملصق طابعة محمد أحمد هاتف عنوان قميص بنطلون مسحوق ماء خبز كعكة شاي قهوة علبة قطعة درهم',
  th: 'น้ำแอปเปิ้ล ส้ม นม ช็อกโกแลต ชื่อ ราคา สินค้า ขนาด สีแดง สีดำ สีขาว วันที่ผลิต หมายเลข จำนวน คลังสินค้า กรุงเทพ เชียงใหม่ บริษัท สกรู ฉลาก เครื่องพิมพ์ สมชาย โทรศัพท์ ที่อยู่ เสื้อ กางเกง ผงซักฟอก น้ำดื่ม ขนมปัง เค้ก ชา กาแฟ กล่อง ชิ้น บาท',
  fr: 'Jus de pomme orange lait chocolat Libellé Prix produit taille rouge noir blanc Date numéro quantité dépôt Besançon société vis étiquette imprimante François Hélène téléphone rue chemise pantalon lessive eau pain gâteau thé café boîte pièce euros œuf forêt',
  de: 'Apfelsaft Orange Milch Schokolade Bezeichnung Preis Produkt Größe grün schwarz weiß Datum Nummer Stück Lager München Köln GmbH Schraube Etikett Drucker Müller Jäger Telefon Straße Hemd Hose Waschpulver Wasser Brot Kuchen Tee Kaffee Schachtel',
  es: 'Zumo de manzana naranja leche chocolate Descripción Precio artículo tamaño rojo negro blanco Fecha número cantidad almacén Málaga España tornillo etiqueta impresora Muñoz García teléfono calle camisa pantalón jabón agua pan pastel té café caja pieza',
  el: 'Χυμός μήλο πορτοκάλι γάλα σοκολάτα Όνομα Τιμή προϊόν μέγεθος κόκκινο μαύρο λευκό Ημερομηνία αριθμός ποσότητα αποθήκη Αθήνα εταιρεία βίδα ετικέτα εκτυπωτής Παπαδόπουλος τηλέφωνο οδός πουκάμισο παντελόνι νερό ψωμί κέικ τσάι καφές κουτί τεμάχιο',
  he: 'מיץ תפוחים תפוז חלב שוקולד שם מחיר מוצר גודל אדום שחור לבן תאריך מספר כמות מחסן חברה בורג תווית מדפסת כהן טלפון כתובת חולצה מכנסיים מים לחם עוגה תה קפה קופסה',
  lt: 'Obuolių sultys apelsinas pienas šokoladas Pavadinimas Kaina prekė dydis geltonas juodas baltas Data galiojimo kiekis sandėlis Šiauliai Klaipėda įmonė varžtas etiketė spausdintuvas Žukauskas gatvė marškiniai kelnės vanduo duona pyragas arbata dėžė',
} as const satisfies Readonly<Record<string, string>>;

export type LabelLanguage = keyof typeof LABEL_WORDS;
