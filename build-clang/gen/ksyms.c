// Made by tools/ksyms.
#include "kernel/symbols.h"

#define KSYMS __attribute__((section(".rodata.ksyms")))

const uint32_t ksym_count KSYMS = 2197;

const struct ksym ksym_table[] KSYMS = {
	{0x100000, 0}, /* header */
	{0x100010, 7}, /* header.request */
	{0x100044, 22}, /* header.request_end */
	{0x100090, 41}, /* early_gdt */
	{0x1000a8, 51}, /* early_gdt_pointer */
	{0x1000ae, 69}, /* uart_setup */
	{0x1000bc, 80}, /* text_no_long_mode */
	{0x100120, 98}, /* pvh_entry */
	{0x100127, 108}, /* multiboot2_entry */
	{0x100129, 125}, /* start */
	{0x100136, 131}, /* start.here */
	{0x100242, 142}, /* start.efer */
	{0x100265, 153}, /* fill */
	{0x10026f, 158}, /* extended_features */
	{0x100286, 176}, /* extended_features.none */
	{0x100287, 199}, /* find_nx */
	{0x1002dd, 207}, /* find_nx.end */
	{0x1002de, 219}, /* no_long_mode */
	{0x1002f0, 232}, /* no_long_mode.setup */
	{0x100304, 251}, /* no_long_mode.next */
	{0x100315, 269}, /* no_long_mode.wait */
	{0x100324, 287}, /* no_long_mode.end */
	{0x100328, 304}, /* no_long_mode.halt */
	{0x10032c, 322}, /* start64 */
	{0x100340, 330}, /* bench_say */
	{0x100450, 340}, /* bench_run */
	{0x101280, 350}, /* rows_collect */
	{0x101680, 363}, /* bench_list */
	{0x101800, 374}, /* empty_loop */
	{0x101830, 385}, /* pattern_select */
	{0x1019c0, 400}, /* bench_on_cpus */
	{0x101b40, 414}, /* share_do */
	{0x101b60, 423}, /* glob_match */
	{0x101bf0, 434}, /* glob_each */
	{0x101c70, 444}, /* bench_median */
	{0x101d50, 457}, /* bench_stats_of */
	{0x101ed0, 472}, /* bench_figure_of */
	{0x101f00, 488}, /* report_print */
	{0x102790, 501}, /* stats_sqrt */
	{0x102810, 512}, /* stats_compute */
	{0x102b50, 526}, /* tlb_model_reset */
	{0x102b60, 542}, /* tlb_model_read */
	{0x102e00, 557}, /* lookup_run */
	{0x1035a0, 568}, /* table_unavailable */
	{0x103610, 586}, /* lookup_summary */
	{0x103800, 601}, /* leaves_claim */
	{0x103970, 614}, /* gemm_avx2 */
	{0x104770, 624}, /* gemm_avx512 */
	{0x105bc0, 636}, /* gemm_sse2 */
	{0x106e70, 646}, /* dense_run */
	{0x107060, 656}, /* dense_unavailable */
	{0x107150, 674}, /* matrix_setup */
	{0x107220, 687}, /* matrix_teardown */
	{0x107270, 703}, /* matrix_summary */
	{0x1074d0, 718}, /* program_print */
	{0x1075d0, 732}, /* growth_claim */
	{0x1076b0, 745}, /* n_print */
	{0x107990, 753}, /* largest */
	{0x107b00, 761}, /* trace_run */
	{0x107c70, 771}, /* trace_unavailable */
	{0x107d30, 789}, /* gemm_plain */
	{0x107e30, 800}, /* matrix_fill */
	{0x107ee0, 812}, /* gemm_right */
	{0x108550, 823}, /* trace_fill */
	{0x1086d0, 834}, /* trace_sum */
	{0x1087b0, 844}, /* array_run */
	{0x1088e0, 854}, /* list_run */
	{0x108a80, 863}, /* refill_run */
	{0x108c10, 874}, /* loop_run */
	{0x108d30, 883}, /* free_run */
	{0x108f20, 892}, /* claim_values */
	{0x108f30, 905}, /* values_claim */
	{0x1090a0, 918}, /* claim_rows */
	{0x109130, 929}, /* claim_growth */
	{0x109260, 942}, /* claim_unjudged */
	{0x109370, 957}, /* finding_rows */
	{0x109420, 970}, /* clone_run */
	{0x1095c0, 980}, /* size_unavailable */
	{0x109600, 997}, /* spawn_run */
	{0x109740, 1007}, /* latency_run */
	{0x109960, 1019}, /* latency_unavailable */
	{0x109980, 1039}, /* latency_summary */
	{0x109c30, 1055}, /* map_run */
	{0x109e40, 1063}, /* map_unavailable */
	{0x109eb0, 1079}, /* touch_run */
	{0x10a090, 1089}, /* touch_unavailable */
	{0x10a110, 1107}, /* touched_verify */
	{0x10a270, 1122}, /* total_run */
	{0x10a460, 1132}, /* unmap_run */
	{0x10a6f0, 1142}, /* alloc_run */
	{0x10a800, 1152}, /* order_unavailable */
	{0x10aa00, 1170}, /* page_summary */
	{0x10aa50, 1183}, /* blocks_wanted */
	{0x10ac70, 1197}, /* free_run */
	{0x10ade0, 1206}, /* pair_run */
	{0x10af40, 1215}, /* aged_unavailable */
	{0x10af70, 1232}, /* pool_pages */
	{0x10afa0, 1243}, /* pool_slots */
	{0x10afb0, 1254}, /* pool_settle */
	{0x10afd0, 1266}, /* pool_clear */
	{0x10aff0, 1277}, /* pool_fill */
	{0x10b050, 1287}, /* pool_verify */
	{0x10b0f0, 1299}, /* pool_shuffle */
	{0x10b150, 1312}, /* pool_fresh_setup */
	{0x10b240, 1329}, /* pool_fresh_teardown */
	{0x10b2b0, 1349}, /* pool_aged_setup */
	{0x10b510, 1365}, /* pool_aged_teardown */
	{0x10b5d0, 1384}, /* read_run */
	{0x10b8b0, 1393}, /* table_unavailable */
	{0x10b910, 1411}, /* read_summary */
	{0x10b990, 1424}, /* leaves_claim */
	{0x10bc00, 1437}, /* regions_run */
	{0x10bee0, 1449}, /* regions_unavailable */
	{0x10bf10, 1469}, /* regions_summary */
	{0x10bfb0, 1485}, /* scale_table */
	{0x10c2a0, 1497}, /* scale_claim */
	{0x10c3e0, 1509}, /* locks_print */
	{0x10c500, 1521}, /* map_and_touch_run */
	{0x10c510, 1539}, /* unavailable */
	{0x10c520, 1551}, /* scale_setup */
	{0x10c590, 1563}, /* scale_teardown */
	{0x10c5b0, 1578}, /* summary */
	{0x10c610, 1586}, /* on_cpus */
	{0x10c8c0, 1594}, /* map_and_touch */
	{0x10cb30, 1608}, /* unmap_run */
	{0x10cb40, 1618}, /* unmap */
	{0x10cd50, 1624}, /* alloc_single_run */
	{0x10cd60, 1641}, /* scale_setup */
	{0x10ce20, 1653}, /* scale_teardown */
	{0x10ce50, 1668}, /* scale_summary */
	{0x10cea0, 1682}, /* on_cpus */
	{0x10cf90, 1690}, /* alloc_single */
	{0x10d2c0, 1703}, /* free_single_run */
	{0x10d2d0, 1719}, /* free_single */
	{0x10d620, 1731}, /* pair_run */
	{0x10d630, 1740}, /* pair */
	{0x10d820, 1745}, /* alloc_bulk_run */
	{0x10d830, 1760}, /* alloc_bulk */
	{0x10db80, 1771}, /* free_bulk_run */
	{0x10db90, 1785}, /* free_bulk */
	{0x10df10, 1795}, /* bulk_pair_run */
	{0x10df20, 1809}, /* bulk_pair */
	{0x10e0f0, 1819}, /* hand_over_run */
	{0x10e100, 1833}, /* hand_over */
	{0x10e310, 1843}, /* space_huge */
	{0x10e340, 1854}, /* space_make */
	{0x10e3e0, 1865}, /* space_drop */
	{0x10e410, 1876}, /* space_map */
	{0x10e460, 1886}, /* space_touch */
	{0x10e480, 1898}, /* space_touched */
	{0x10e4c0, 1912}, /* space_unavailable */
	{0x10e4e0, 1930}, /* space_summary */
	{0x10ecc0, 1944}, /* sizes_claim */
	{0x10ef60, 1956}, /* pool_summary */
	{0x10f2d0, 1969}, /* alloc_run */
	{0x10f520, 1979}, /* area_unavailable */
	{0x10f560, 1996}, /* waste_print */
	{0x10f610, 2008}, /* free_run */
	{0x10f880, 2017}, /* net_run */
	{0x1100f0, 2025}, /* key_typed */
	{0x110100, 2035}, /* card_tell */
	{0x110330, 2045}, /* net_command */
	{0x1103b0, 2057}, /* arp_announce */
	{0x1103c0, 2070}, /* request_send */
	{0x110490, 2083}, /* arp_send */
	{0x110680, 2092}, /* arp_resolve */
	{0x1107b0, 2104}, /* arp_timers */
	{0x110880, 2115}, /* arp_clear */
	{0x1108e0, 2125}, /* arp_input */
	{0x110c10, 2135}, /* net_start_dhcp */
	{0x110c70, 2150}, /* restart */
	{0x110cd0, 2158}, /* dhcp_timers */
	{0x110eb0, 2170}, /* message_send */
	{0x111150, 2183}, /* dhcp_input */
	{0x1112f0, 2194}, /* message_read */
	{0x1113a0, 2207}, /* acknowledged */
	{0x111530, 2220}, /* options_read */
	{0x111640, 2233}, /* icmp_input */
	{0x111810, 2244}, /* icmp_error */
	{0x111ad0, 2255}, /* ip_write */
	{0x111b90, 2264}, /* ip_send_back */
	{0x111d20, 2277}, /* ip_input */
	{0x112050, 2286}, /* net_outcome_name */
	{0x112070, 2303}, /* net_count_name */
	{0x112080, 2318}, /* net_accounted */
	{0x1121a0, 2332}, /* net_random */
	{0x1121d0, 2343}, /* net_page_get */
	{0x112240, 2356}, /* net_page_put */
	{0x1122c0, 2369}, /* net_send_frame */
	{0x112350, 2384}, /* flush */
	{0x112570, 2390}, /* net_send_back */
	{0x112600, 2404}, /* net_init */
	{0x112630, 2413}, /* net_add */
	{0x1126a0, 2421}, /* refill */
	{0x112850, 2428}, /* net_set_address */
	{0x1128a0, 2444}, /* net_is_ours */
	{0x1128f0, 2456}, /* net_route */
	{0x112980, 2466}, /* net_poll */
	{0x112d30, 2475}, /* net_nr_flying */
	{0x112dd0, 2489}, /* net_close_pool */
	{0x112e10, 2504}, /* net_open_pool */
	{0x112e50, 2518}, /* net_end */
	{0x113000, 2526}, /* net_send_udp */
	{0x1131e0, 2539}, /* net_resolve */
	{0x113290, 2551}, /* stack_now_ms */
	{0x113300, 2564}, /* stack_enter */
	{0x113310, 2576}, /* stack_leave */
	{0x113320, 2588}, /* stack_poll */
	{0x1133b0, 2599}, /* stack_waits */
	{0x113420, 2611}, /* stack_wait_addresses */
	{0x113600, 2632}, /* stack_up */
	{0x113990, 2641}, /* wanted */
	{0x1139a0, 2648}, /* post */
	{0x1139b0, 2653}, /* receive */
	{0x1139c0, 2661}, /* send */
	{0x1139d0, 2666}, /* reclaim */
	{0x1139e0, 2674}, /* stack_down */
	{0x113a10, 2685}, /* syslog_put */
	{0x113a70, 2696}, /* syslog_next */
	{0x113e20, 2708}, /* syslog_sent */
	{0x113eb0, 2720}, /* udp_write */
	{0x113f00, 2730}, /* udp_input */
	{0x114090, 2740}, /* udp_sum */
	{0x114200, 2748}, /* device_receive */
	{0x1142b0, 2763}, /* device_send */
	{0x114380, 2775}, /* forward_refill */
	{0x114560, 2790}, /* forward_batch */
	{0x114700, 2804}, /* forward_sent */
	{0x1147b0, 2817}, /* forward_end */
	{0x1148c0, 2829}, /* frame_fault_name */
	{0x1148d0, 2846}, /* frame_parse */
	{0x114bc0, 2858}, /* frame_age */
	{0x114bf0, 2868}, /* frame_address */
	{0x114c00, 2882}, /* options_valid */
	{0x114cd0, 2896}, /* payload_check */
	{0x114da0, 2910}, /* forward_run */
	{0x114ed0, 2922}, /* packet_unavailable */
	{0x114f00, 2941}, /* packet_setup */
	{0x115030, 2954}, /* packet_teardown */
	{0x115040, 2970}, /* packet_summary */
	{0x1153b0, 2985}, /* tables_drop */
	{0x1154a0, 2997}, /* packet_row_print */
	{0x115670, 3014}, /* route_add */
	{0x1158a0, 3024}, /* router_batch */
	{0x1159a0, 3037}, /* router_begin */
	{0x115b00, 3050}, /* router_end */
	{0x115bb0, 3061}, /* route_run */
	{0x115c00, 3071}, /* unavailable */
	{0x115c30, 3083}, /* setup */
	{0x115da0, 3089}, /* teardown */
	{0x115e50, 3098}, /* summary */
	{0x115e80, 3106}, /* route */
	{0x115f40, 3112}, /* traffic_station */
	{0x115f50, 3128}, /* traffic_macs */
	{0x115fb0, 3141}, /* traffic_routes */
	{0x1160d0, 3156}, /* traffic_make */
	{0x1169b0, 3169}, /* traffic_sent_right */
	{0x116a40, 3188}, /* target_pick */
	{0x116d50, 3200}, /* ip_checksum */
	{0x116de0, 3212}, /* receive_run */
	{0x1171b0, 3224}, /* receive_summary */
	{0x1171f0, 3240}, /* command_at */
	{0x117350, 3251}, /* command_run */
	{0x1174f0, 3263}, /* line_history */
	{0x117530, 3276}, /* line_begin */
	{0x117580, 3287}, /* line_key */
	{0x118020, 3296}, /* delete */
	{0x118180, 3303}, /* replace */
	{0x1182b0, 3311}, /* shell_run */
	{0x118400, 3321}, /* show */
	{0x118420, 3326}, /* complete */
	{0x1184b0, 3335}, /* help_run */
	{0x118540, 3344}, /* history_run */
	{0x1185a0, 3356}, /* exit_run */
	{0x1185b0, 3365}, /* stacks_run */
	{0x118730, 3376}, /* stacks_unavailable */
	{0x118770, 3395}, /* stacks_summary */
	{0x1187b0, 3410}, /* wasteful_run */
	{0x118920, 3423}, /* wasteful_unavailable */
	{0x118960, 3444}, /* wasteful_setup */
	{0x1189b0, 3459}, /* wasteful_summary */
	{0x118a20, 3476}, /* multiboot2_parse */
	{0x119330, 3493}, /* boot_add_range */
	{0x1193f0, 3508}, /* boot_add_module */
	{0x1194e0, 3524}, /* pvh_parse */
	{0x119880, 3534}, /* e1000_ring_init */
	{0x119900, 3550}, /* e1000_rx_post */
	{0x119940, 3564}, /* e1000_rx_take */
	{0x1199f0, 3578}, /* e1000_tx_put */
	{0x119a30, 3591}, /* e1000_tx_take */
	{0x119a80, 3605}, /* e1000_ring_drain */
	{0x119ab0, 3622}, /* e1000_mac_of_registers */
	{0x119ad0, 3645}, /* e1000_mac_of_words */
	{0x119af0, 3664}, /* e1000_probe */
	{0x119b80, 3676}, /* e1000_start */
	{0x11a170, 3688}, /* e1000_stop */
	{0x11a200, 3699}, /* e1000_link_up */
	{0x11a220, 3713}, /* e1000_wanted */
	{0x11a240, 3726}, /* e1000_post */
	{0x11a2e0, 3737}, /* e1000_receive */
	{0x11a410, 3751}, /* e1000_send */
	{0x11a500, 3762}, /* e1000_reclaim */
	{0x11a560, 3776}, /* e1000_count */
	{0x11a570, 3788}, /* card_reset */
	{0x11a710, 3799}, /* nic_register */
	{0x11a830, 3812}, /* nic_fail */
	{0x11a860, 3821}, /* nic_start */
	{0x11a900, 3831}, /* nic_stop */
	{0x11a950, 3840}, /* nic_count */
	{0x11a970, 3850}, /* nic_link_up */
	{0x11a990, 3862}, /* nics_start */
	{0x11abe0, 3873}, /* nics_stop */
	{0x11ac60, 3883}, /* nic_up */
	{0x11aca0, 3890}, /* nic_refill */
	{0x11ad70, 3901}, /* e1000_ring_usable */
	{0x11ada0, 3919}, /* virtio_net_header_len */
	{0x11adc0, 3941}, /* virtio_net_buffer_len */
	{0x11adf0, 3963}, /* nic_mac_valid */
	{0x11ae10, 3977}, /* pci_init */
	{0x11b3c0, 3986}, /* pci_find */
	{0x11b450, 3995}, /* pci_uses_ecam */
	{0x11b470, 4009}, /* pci_read8 */
	{0x11b490, 4019}, /* pci_read16 */
	{0x11b4b0, 4030}, /* pci_read32 */
	{0x11b4d0, 4041}, /* pci_write8 */
	{0x11b500, 4052}, /* pci_write16 */
	{0x11b530, 4064}, /* pci_write32 */
	{0x11b560, 4076}, /* pci_bar */
	{0x11b680, 4084}, /* pci_name */
	{0x11b6f0, 4093}, /* pci_map_bar */
	{0x11b830, 4105}, /* pci_enable */
	{0x11b890, 4116}, /* pci_capability */
	{0x11b8b0, 4131}, /* ecam_read */
	{0x11b950, 4141}, /* port_read */
	{0x11b9a0, 4151}, /* port_write */
	{0x11ba00, 4162}, /* ecam_write */
	{0x11ba90, 4173}, /* pci_scan */
	{0x11bd00, 4182}, /* pci_id_matches */
	{0x11bd30, 4197}, /* pci_bar_read */
	{0x11c090, 4210}, /* pci_capability_find */
	{0x11c170, 4230}, /* pci_mcfg_parse */
	{0x11c370, 4245}, /* scan_function */
	{0x11c4a0, 4259}, /* ps2_init */
	{0x11c620, 4268}, /* keyboard_write */
	{0x11c630, 4283}, /* keyboard_read */
	{0x11c6e0, 4297}, /* ps2_key */
	{0x11c840, 4305}, /* serial_init */
	{0x11c8b0, 4317}, /* port_open */
	{0x11cc00, 4327}, /* serial_choose */
	{0x11cc80, 4341}, /* serial_init_late */
	{0x11d0a0, 4358}, /* serial_write */
	{0x11d110, 4371}, /* serial_read */
	{0x11d120, 4383}, /* serial_dropped */
	{0x11d130, 4398}, /* port_in8 */
	{0x11d140, 4407}, /* port_out8 */
	{0x11d150, 4417}, /* mmio32_in8 */
	{0x11d160, 4428}, /* mmio8_in8 */
	{0x11d170, 4438}, /* mmio32_out8 */
	{0x11d180, 4450}, /* mmio8_out8 */
	{0x11d190, 4461}, /* uart_init */
	{0x11d3f0, 4471}, /* uart_drain */
	{0x11d440, 4482}, /* uart_receive */
	{0x11d490, 4495}, /* uart_send */
	{0x11d520, 4505}, /* vgatext_init */
	{0x11d6a0, 4518}, /* screen_write */
	{0x11d950, 4531}, /* virtq_len */
	{0x11d9f0, 4541}, /* virtq_init */
	{0x11dab0, 4552}, /* virtq_put */
	{0x11db10, 4562}, /* virtq_publish */
	{0x11db30, 4576}, /* virtq_take */
	{0x11dbd0, 4587}, /* virtq_drain */
	{0x11dc20, 4599}, /* virtio_net_choose */
	{0x11dca0, 4617}, /* virtio_area_usable */
	{0x11dcd0, 4636}, /* virtio_notify_offset */
	{0x11dd00, 4657}, /* virtio_net_probe */
	{0x11dd50, 4674}, /* virtio_net_start */
	{0x11dfd0, 4691}, /* virtio_net_stop */
	{0x11e030, 4707}, /* virtio_net_link_up */
	{0x11e060, 4726}, /* virtio_net_wanted */
	{0x11e070, 4744}, /* virtio_net_post */
	{0x11e120, 4760}, /* virtio_net_receive */
	{0x11e280, 4779}, /* virtio_net_send */
	{0x11e380, 4795}, /* virtio_net_reclaim */
	{0x11e410, 4814}, /* virtio_pci_open */
	{0x11e650, 4830}, /* virtio_pci_status */
	{0x11e670, 4848}, /* virtio_pci_add_status */
	{0x11e6b0, 4870}, /* virtio_pci_reset */
	{0x11e740, 4887}, /* virtio_pci_offered */
	{0x11e780, 4906}, /* virtio_pci_accept */
	{0x11e830, 4924}, /* virtio_pci_config8 */
	{0x11e860, 4943}, /* virtio_queue_start */
	{0x11ea70, 4962}, /* virtio_queue_stop */
	{0x11ead0, 4980}, /* virtio_queue_kick */
	{0x11eb20, 4998}, /* area_find */
	{0x11ebe0, 5008}, /* boot_info_load */
	{0x11ecc0, 5023}, /* boot_info_log */
	{0x11ede0, 5037}, /* cmdline_parse */
	{0x11ef80, 5051}, /* cmdline_streq */
	{0x11efb0, 5065}, /* cmdline_find */
	{0x11f020, 5078}, /* cmdline_number */
	{0x11f140, 5093}, /* cmdline_size */
	{0x11f180, 5106}, /* read_size */
	{0x11f300, 5116}, /* cmdline_bool */
	{0x11f370, 5129}, /* cmdline_memmap */
	{0x11f4e0, 5144}, /* cmdline_listed */
	{0x11f560, 5159}, /* console_ring_read */
	{0x11f650, 5177}, /* console_register */
	{0x11f910, 5194}, /* console_choose */
	{0x11f950, 5209}, /* console_set_quiet */
	{0x11f960, 5227}, /* console_can_read */
	{0x11f990, 5244}, /* console_read */
	{0x11fad0, 5257}, /* console_write */
	{0x11fd20, 5271}, /* console_take */
	{0x11fdf0, 5284}, /* console_taken */
	{0x11fe00, 5298}, /* console_report_dropped */
	{0x11fe70, 5321}, /* console_fresh_line */
	{0x11feb0, 5340}, /* put_locked */
	{0x1200b0, 5351}, /* console_com_port */
	{0x1200c0, 5368}, /* console_spec_parse */
	{0x121350, 5387}, /* next_word */
	{0x1213e0, 5397}, /* read_function */
	{0x121580, 5411}, /* kvsnprintf */
	{0x1220f0, 5422}, /* ksnprintf */
	{0x122140, 5432}, /* put_number */
	{0x122420, 5443}, /* bench_command */
	{0x122490, 5457}, /* list_command */
	{0x1224a0, 5470}, /* test_command */
	{0x1224f0, 5483}, /* cpus_command */
	{0x1225b0, 5496}, /* set_command */
	{0x122600, 5508}, /* poweroff_command */
	{0x122650, 5525}, /* reboot_command */
	{0x122680, 5540}, /* smp_init */
	{0x1226f0, 5549}, /* env_clock_hz */
	{0x122700, 5562}, /* env_clock_counts_instructions */
	{0x122710, 5592}, /* env_ticks_since_entry */
	{0x122740, 5614}, /* env_emulator */
	{0x122770, 5627}, /* env_deadline */
	{0x122780, 5640}, /* env_passed */
	{0x122790, 5651}, /* env_read */
	{0x1227a0, 5660}, /* env_can_read */
	{0x1227b0, 5673}, /* env_print */
	{0x122800, 5683}, /* env_panic */
	{0x122850, 5693}, /* env_vformat */
	{0x122860, 5705}, /* env_format */
	{0x1228b0, 5716}, /* env_option */
	{0x1228c0, 5727}, /* env_zero_clock */
	{0x1228d0, 5742}, /* env_zero_ticks */
	{0x1228e0, 5757}, /* env_nr_cpus */
	{0x1228f0, 5769}, /* env_run */
	{0x122900, 5777}, /* env_barrier */
	{0x122910, 5789}, /* env_locks */
	{0x122930, 5799}, /* env_alloc */
	{0x122980, 5809}, /* env_free */
	{0x1229c0, 5818}, /* env_map */
	{0x122a70, 5826}, /* env_map_interleaved */
	{0x122a90, 5846}, /* env_nr_nodes */
	{0x122ae0, 5859}, /* env_unmap */
	{0x122b40, 5869}, /* env_map_possible */
	{0x122bd0, 5886}, /* env_leaf_len */
	{0x122c10, 5899}, /* env_space_unavailable */
	{0x122c20, 5921}, /* env_space_begin */
	{0x122c90, 5937}, /* env_space_map */
	{0x122ce0, 5951}, /* env_space_pages */
	{0x122cf0, 5967}, /* env_space_end */
	{0x122d10, 5981}, /* env_vector */
	{0x122d30, 5992}, /* env_walks_begin */
	{0x122d40, 6008}, /* env_walks_end */
	{0x122d50, 6022}, /* env_catch_panic */
	{0x122d60, 6038}, /* env_verdict_add */
	{0x122d70, 6054}, /* env_provoked */
	{0x122d80, 6067}, /* buddyinfo_row */
	{0x122e40, 6081}, /* memory_init */
	{0x1234b0, 6093}, /* ram_try_all */
	{0x123620, 6105}, /* boot_table_alloc */
	{0x123660, 6122}, /* table_alloc */
	{0x123690, 6134}, /* table_free */
	{0x1236b0, 6145}, /* ranges_add */
	{0x1237b0, 6156}, /* mem_command */
	{0x1238a0, 6168}, /* buddyinfo_command */
	{0x123920, 6186}, /* vmallocinfo_command */
	{0x123940, 6206}, /* area_print */
	{0x1239a0, 6217}, /* maps_command */
	{0x123a30, 6230}, /* leaf_add */
	{0x123c70, 6239}, /* run_print */
	{0x123e20, 6249}, /* netlog_start */
	{0x123fb0, 6262}, /* way_known */
	{0x124030, 6272}, /* netlog_write */
	{0x124240, 6285}, /* netlog_dropped */
	{0x124250, 6300}, /* env_nics_start */
	{0x1242a0, 6315}, /* env_nics_stop */
	{0x1242c0, 6329}, /* env_nr_nics */
	{0x1242d0, 6341}, /* env_nic_info */
	{0x1243b0, 6354}, /* env_nic_wanted */
	{0x1243f0, 6369}, /* env_nic_post */
	{0x124440, 6382}, /* env_nic_receive */
	{0x124490, 6398}, /* env_nic_send */
	{0x1244e0, 6411}, /* env_nic_reclaim */
	{0x124530, 6427}, /* env_ip */
	{0x1245a0, 6434}, /* nodes_find */
	{0x124820, 6445}, /* nodes_of_cpu */
	{0x1248a0, 6458}, /* distance */
	{0x1248b0, 6467}, /* port_kernel_pt */
	{0x1248c0, 6482}, /* port_pt_create */
	{0x1249b0, 6497}, /* copy_entry */
	{0x124a30, 6508}, /* port_pt_destroy */
	{0x124ac0, 6524}, /* port_pt_forget */
	{0x124b10, 6539}, /* port_pt_activate */
	{0x124b20, 6556}, /* port_lock_contended */
	{0x124bc0, 6576}, /* port_nr_cpus */
	{0x124bd0, 6589}, /* port_set_local */
	{0x124bf0, 6604}, /* port_on_cpu */
	{0x124c00, 6616}, /* port_poll */
	{0x124c10, 6626}, /* port_map_run */
	{0x124c20, 6639}, /* port_set_fault_handler */
	{0x124c50, 6662}, /* resolve_fault */
	{0x124c70, 6676}, /* port_faults_nest */
	{0x124c80, 6693}, /* port_zero */
	{0x124ce0, 6703}, /* zero_clock_set */
	{0x124d00, 6718}, /* zero_clock_ticks */
	{0x124d20, 6735}, /* port_log */
	{0x124d70, 6744}, /* port_symbol */
	{0x124dd0, 6756}, /* port_panic */
	{0x124e20, 6767}, /* port_relax */
	{0x124e30, 6778}, /* run_selected */
	{0x124f70, 6791}, /* nodes_log */
	{0x124ff0, 6801}, /* ip_config_parse */
	{0x125320, 6817}, /* autoconf_read */
	{0x1253d0, 6831}, /* address_read */
	{0x125640, 6844}, /* static_check */
	{0x1256c0, 6857}, /* ip_endpoint_parse */
	{0x125820, 6875}, /* image_phys */
	{0x125840, 6886}, /* layout_text */
	{0x125850, 6898}, /* layout_rodata */
	{0x125860, 6912}, /* layout_data */
	{0x125870, 6924}, /* layout_image */
	{0x125880, 6937}, /* layout_stack */
	{0x1258e0, 6950}, /* layout_is_text */
	{0x125900, 6965}, /* kmain */
	{0x1259f0, 6971}, /* choose_consoles */
	{0x125a30, 6987}, /* start_screen */
	{0x125a60, 7000}, /* print_version */
	{0x125af0, 7014}, /* modules_init */
	{0x125d10, 7027}, /* module_file */
	{0x125d50, 7039}, /* options_init */
	{0x125de0, 7052}, /* check_word */
	{0x1262a0, 7063}, /* options_valid */
	{0x1262c0, 7077}, /* options_check */
	{0x126320, 7091}, /* options_set */
	{0x1264d0, 7103}, /* option_flag */
	{0x126510, 7115}, /* options_list_live */
	{0x126590, 7133}, /* cmdline_value */
	{0x1265a0, 7147}, /* options_log */
	{0x1266a0, 7159}, /* options_text */
	{0x1266b0, 7172}, /* option_number */
	{0x126700, 7186}, /* options_console */
	{0x126770, 7202}, /* options_consoles */
	{0x126780, 7219}, /* options_memmap */
	{0x126790, 7234}, /* options_memmap_exact */
	{0x1267a0, 7255}, /* options_ip */
	{0x1267b0, 7266}, /* options_netlog */
	{0x1267d0, 7281}, /* options_numa_off */
	{0x1267e0, 7298}, /* options_numa_fake */
	{0x1267f0, 7316}, /* options_mem_limit */
	{0x126800, 7334}, /* options_panic_seconds */
	{0x126810, 7356}, /* options_provoke */
	{0x126850, 7372}, /* begin_panic */
	{0x1269b0, 7384}, /* print_backtrace */
	{0x126b30, 7400}, /* end_panic */
	{0x126b40, 7410}, /* panic_exception */
	{0x126cf0, 7426}, /* panic_at */
	{0x126db0, 7435}, /* panic_hang */
	{0x126e30, 7446}, /* exc_caught */
	{0x126ec0, 7457}, /* panic_catch */
	{0x126f90, 7469}, /* exc_catch */
	{0x127090, 7479}, /* print_address */
	{0x1270f0, 7493}, /* print_registers */
	{0x127360, 7509}, /* print_frameless_caller */
	{0x127482, 7532}, /* vpanic */
	{0x127511, 7539}, /* panic */
	{0x127560, 7545}, /* vprintk */
	{0x127660, 7553}, /* printk */
	{0x127790, 7560}, /* kvprintf */
	{0x1277e0, 7569}, /* kprintf */
	{0x127860, 7577}, /* provoke_failure */
	{0x1278b0, 7593}, /* cpu_halt */
	{0x1278c0, 7602}, /* spin */
	{0x1278d0, 7607}, /* hang_elsewhere */
	{0x1278f0, 7622}, /* panic_on_demand */
	{0x127910, 7638}, /* leave_without_verdict */
	{0x127920, 7660}, /* divide_by_zero */
	{0x127940, 7675}, /* call_null */
	{0x127950, 7685}, /* run_data */
	{0x127960, 7694}, /* write_text */
	{0x127970, 7705}, /* overflow_stack */
	{0x127980, 7720}, /* fault_in_panic */
	{0x1279a0, 7735}, /* panic_elsewhere */
	{0x1279c0, 7751}, /* overflow_elsewhere */
	{0x1279e0, 7770}, /* panic_everywhere */
	{0x127a00, 7787}, /* panic_amid_lines */
	{0x127a20, 7804}, /* deaf_cpu */
	{0x127a50, 7813}, /* nmi_in_panic */
	{0x127a70, 7826}, /* hang_there */
	{0x127aa0, 7837}, /* recurse */
	{0x127ae0, 7845}, /* faulting_write */
	{0x127b20, 7860}, /* panic_there */
	{0x127b50, 7872}, /* overflow_there */
	{0x127b90, 7887}, /* panic_here_too */
	{0x127bb0, 7902}, /* print_there */
	{0x127c10, 7914}, /* halt_in_nmi */
	{0x127c20, 7926}, /* be_deaf */
	{0x127c50, 7934}, /* interrupted_write */
	{0x127c90, 7952}, /* smp_nr_cpus */
	{0x127ca0, 7964}, /* smp_poll */
	{0x127ce0, 7973}, /* calls_answer */
	{0x127e50, 7986}, /* smp_call */
	{0x127ef0, 7995}, /* call_wait */
	{0x128000, 8005}, /* smp_call_beside */
	{0x1280a0, 8021}, /* smp_barrier */
	{0x128180, 8033}, /* wait_more */
	{0x128290, 8043}, /* smp_run */
	{0x1283d0, 8051}, /* smp_idle */
	{0x128490, 8060}, /* memcmp */
	{0x1284c0, 8067}, /* strnlen */
	{0x1284f0, 8075}, /* strlen */
	{0x128520, 8082}, /* strncmp */
	{0x128560, 8090}, /* strcmp */
	{0x128590, 8097}, /* strchr */
	{0x1285c0, 8104}, /* symbol_lookup */
	{0x128660, 8118}, /* clock_init */
	{0x1286f0, 8129}, /* clock_print */
	{0x1287b0, 8141}, /* clock_tsc_hz */
	{0x1287c0, 8154}, /* clock_read_cost */
	{0x1287d0, 8170}, /* boot_entry_tsc */
	{0x1287e0, 8185}, /* clock_cycles_to_ns */
	{0x128800, 8204}, /* clock_ns */
	{0x128830, 8213}, /* clock_deadline */
	{0x128870, 8228}, /* clock_passed */
	{0x128890, 8241}, /* delay_us */
	{0x128940, 8250}, /* clock_muldiv */
	{0x128a10, 8263}, /* clock_calibrate */
	{0x129050, 8279}, /* sample_all */
	{0x1291c0, 8290}, /* wait_window */
	{0x129310, 8302}, /* rate */
	{0x1294a0, 8307}, /* tsc_spread_print */
	{0x1296c0, 8324}, /* answer */
	{0x129720, 8331}, /* ask */
	{0x129860, 8335}, /* tsc_bracket_begin */
	{0x129880, 8353}, /* tsc_bracket_add */
	{0x1298b0, 8369}, /* tsc_spread_begin */
	{0x1298f0, 8386}, /* tsc_spread_add */
	{0x129950, 8401}, /* tsc_spread_most */
	{0x129960, 8417}, /* tsc_spread_least */
	{0x129970, 8434}, /* verdict_add */
	{0x129990, 8446}, /* verdict_exit */
	{0x1299b0, 8459}, /* leave */
	{0x129a70, 8465}, /* verdict_cut_short */
	{0x129a90, 8483}, /* verdict_print */
	{0x129ae0, 8497}, /* verdict_end */
	{0x129af6, 8509}, /* refuse */
	{0x129b60, 8516}, /* version_git */
	{0x129b70, 8528}, /* version_compiler */
	{0x129b80, 8545}, /* version_flags */
	{0x129b90, 8559}, /* acpi_init */
	{0x129cb0, 8569}, /* map */
	{0x129d90, 8573}, /* acpi_look */
	{0x129dd0, 8583}, /* acpi_at */
	{0x129df0, 8591}, /* acpi_table */
	{0x129e50, 8602}, /* acpi_map_table */
	{0x129f70, 8617}, /* acpi_find */
	{0x12a440, 8627}, /* acpi_hpet */
	{0x12a460, 8637}, /* acpi_pm_timer */
	{0x12a4c0, 8651}, /* acpi_next_entry */
	{0x12a500, 8667}, /* cpus_find */
	{0x12a6d0, 8677}, /* cpus_possible */
	{0x12a6e0, 8691}, /* ap_page_find */
	{0x12a750, 8704}, /* ap_main */
	{0x12a7a0, 8712}, /* cpus_start */
	{0x12ae00, 8723}, /* apic_find */
	{0x12afa0, 8733}, /* apic_init_cpu */
	{0x12b020, 8747}, /* apic_max_id */
	{0x12b030, 8759}, /* apic_send_nmi */
	{0x12b050, 8773}, /* apic_send_fixed */
	{0x12b070, 8789}, /* apic_start_cpu */
	{0x12b090, 8804}, /* apic_end_of_interrupt */
	{0x12b0a0, 8826}, /* x2apic_read */
	{0x12b0b0, 8838}, /* x2apic_write */
	{0x12b0c0, 8851}, /* x2apic_write_icr */
	{0x12b0e0, 8868}, /* base_read */
	{0x12b100, 8878}, /* base_write */
	{0x12b120, 8889}, /* wait_us */
	{0x12b130, 8897}, /* xapic_read */
	{0x12b140, 8908}, /* xapic_write */
	{0x12b150, 8920}, /* apic_choose_mode */
	{0x12b190, 8937}, /* apic_init */
	{0x12b1b0, 8947}, /* apic_set_mode */
	{0x12b250, 8961}, /* apic_enable */
	{0x12b370, 8973}, /* apic_id */
	{0x12b3b0, 8981}, /* apic_eoi */
	{0x12b3d0, 8990}, /* apic_send */
	{0x12b530, 9000}, /* apic_start */
	{0x12b5c0, 9011}, /* caches_init */
	{0x12b7b0, 9023}, /* caches_init_cpu */
	{0x12b980, 9039}, /* caches_print */
	{0x12bb80, 9052}, /* memory_type_name */
	{0x12bbb0, 9069}, /* caches_odd_ranges */
	{0x12bc20, 9087}, /* caches_type */
	{0x12c050, 9099}, /* caches_alike */
	{0x12c0d0, 9112}, /* clock_hw_init */
	{0x12c2a0, 9126}, /* read_tsc */
	{0x12c2c0, 9135}, /* read_cpuid */
	{0x12c2e0, 9146}, /* read_pvclock */
	{0x12c3b0, 9159}, /* clock_hw_done */
	{0x12c3d0, 9173}, /* read_hpet */
	{0x12c3e0, 9183}, /* read_pm */
	{0x12c3f0, 9191}, /* read_pit */
	{0x12c410, 9200}, /* tsc_counts_instructions */
	{0x12c500, 9224}, /* cpu_is_emulated */
	{0x12c540, 9240}, /* cpuid_identity */
	{0x12ce60, 9255}, /* cpuid_caches */
	{0x12d3c0, 9268}, /* add_number */
	{0x12d440, 9279}, /* cpuid_tlbs */
	{0x12d9c0, 9290}, /* cpuid_features */
	{0x12db20, 9305}, /* cpuid_core */
	{0x12dba0, 9316}, /* cpuid_apic_id */
	{0x12dc40, 9330}, /* cpuid_pmu */
	{0x12df30, 9340}, /* add_cache */
	{0x12e120, 9350}, /* add_tlb */
	{0x12e390, 9358}, /* cpuinfo_source */
	{0x12e3a0, 9373}, /* cpuinfo_print */
	{0x12e540, 9387}, /* ask */
	{0x12e560, 9391}, /* ask_revision */
	{0x12e580, 9404}, /* read_msr */
	{0x12e5a0, 9413}, /* exc_name */
	{0x12e5c0, 9422}, /* exc_set_fault_handler */
	{0x12e5d0, 9444}, /* exc_faults_nest */
	{0x12e5e0, 9460}, /* exc_set_faults_nest */
	{0x12e600, 9480}, /* exc_set_nmi_handler */
	{0x12e610, 9500}, /* exc_set_interrupt */
	{0x12e620, 9518}, /* exc_handler */
	{0x12e6c0, 9530}, /* exceptions_init */
	{0x12e780, 9546}, /* exceptions_init_cpu */
	{0x12e7c0, 9566}, /* gdt_page_fault_stack */
	{0x12e7f0, 9587}, /* gdt_init */
	{0x12e8d0, 9596}, /* ipi_answer_nmis */
	{0x12e8e0, 9612}, /* nmi_answer */
	{0x12eb00, 9623}, /* ipi_init */
	{0x12eb40, 9632}, /* spurious_answer */
	{0x12eb50, 9648}, /* wake_answer */
	{0x12eb60, 9660}, /* ipi_flush */
	{0x12ed30, 9670}, /* ipi_wake */
	{0x12ed70, 9679}, /* ipi_stop_others */
	{0x12eea0, 9695}, /* madt_parse */
	{0x12f130, 9706}, /* pt_lookup */
	{0x12f290, 9716}, /* pt_next */
	{0x12f310, 9724}, /* next_below */
	{0x12f500, 9735}, /* pt_walk */
	{0x12f540, 9743}, /* walk_table */
	{0x12f740, 9754}, /* pt_count_tables */
	{0x12f790, 9770}, /* pt_check */
	{0x12f810, 9779}, /* pt_tables_needed */
	{0x12f960, 9796}, /* tables_below */
	{0x12fb30, 9809}, /* pt_slot */
	{0x12fc30, 9817}, /* pt_fill */
	{0x12fcb0, 9825}, /* pt_map_leaves */
	{0x130070, 9839}, /* map_page */
	{0x1301f0, 9848}, /* slots_take */
	{0x1303e0, 9859}, /* pt_map_pfns */
	{0x1306c0, 9871}, /* port_pt_map_run */
	{0x1306d0, 9887}, /* port_pt_map_pfns */
	{0x1306e0, 9904}, /* port_pt_slot */
	{0x1306f0, 9917}, /* port_pt_fill */
	{0x130700, 9930}, /* port_pt_unmap */
	{0x130710, 9944}, /* port_pt_protect */
	{0x130720, 9960}, /* port_pt_remap */
	{0x130730, 9974}, /* port_pt_lookup */
	{0x130790, 9989}, /* port_pt_next */
	{0x1307a0, 10002}, /* port_pt_tables_needed */
	{0x1307b0, 10024}, /* port_pt_flush */
	{0x1307c0, 10038}, /* port_pt_flush_pending */
	{0x1307d0, 10060}, /* port_pt_stats */
	{0x130800, 10074}, /* pt_set_nx */
	{0x130820, 10084}, /* pt_init */
	{0x130870, 10092}, /* pt_table_new */
	{0x1308a0, 10105}, /* pt_create */
	{0x130950, 10115}, /* pt_destroy */
	{0x1309c0, 10126}, /* free_tree */
	{0x130a60, 10136}, /* pt_table_drop */
	{0x130a80, 10150}, /* pt_table_unlink */
	{0x130ac0, 10166}, /* pt_unlink_empty */
	{0x130d40, 10182}, /* pt_flush_more */
	{0x130df0, 10196}, /* pt_flush */
	{0x130e70, 10205}, /* pt_split_ends */
	{0x1311a0, 10219}, /* split_at */
	{0x1315b0, 10228}, /* pt_unmap */
	{0x131790, 10237}, /* unmap_small */
	{0x131b00, 10249}, /* unmap_table */
	{0x131d40, 10261}, /* pt_protect */
	{0x131fb0, 10272}, /* protect_table */
	{0x1321c0, 10286}, /* pt_remap */
	{0x132460, 10295}, /* pt_find_leaf */
	{0x132540, 10308}, /* paging_init_early */
	{0x1325e0, 10326}, /* table_alloc */
	{0x132620, 10338}, /* table_free */
	{0x132630, 10349}, /* paging_nx */
	{0x132640, 10359}, /* paging_set_table_allocator */
	{0x132650, 10386}, /* early_alloc */
	{0x132680, 10398}, /* early_free */
	{0x132690, 10409}, /* paging_init_cpu */
	{0x1326c0, 10425}, /* paging_log_nx */
	{0x1326f0, 10439}, /* paging_phys_limit */
	{0x132730, 10457}, /* paging_init */
	{0x132c00, 10469}, /* map_window */
	{0x132c70, 10480}, /* paging_map_run */
	{0x132ca0, 10495}, /* paging_map_device */
	{0x132dc0, 10513}, /* paging_kernel_tables */
	{0x132dd0, 10534}, /* paging_ram */
	{0x132de0, 10545}, /* cpu_boot */
	{0x132e70, 10554}, /* cpu_at */
	{0x132e90, 10561}, /* cpus_online */
	{0x132ea0, 10573}, /* cpu_add */
	{0x132ec0, 10581}, /* pmu_init */
	{0x132f40, 10590}, /* trial */
	{0x132fc0, 10596}, /* pmu_walks_begin */
	{0x133020, 10612}, /* pmu_walks_end */
	{0x133050, 10626}, /* acpi_power */
	{0x133330, 10637}, /* acpi_dsdt */
	{0x133360, 10647}, /* acpi_s5_find */
	{0x1335b0, 10660}, /* ram_probe */
	{0x133700, 10670}, /* power_init */
	{0x133940, 10681}, /* power_can_off */
	{0x133970, 10695}, /* power_off */
	{0x133b00, 10705}, /* triple_fault */
	{0x133b20, 10718}, /* reset_machine */
	{0x133c10, 10732}, /* smbios_print */
	{0x133e40, 10745}, /* smbios_entry */
	{0x134050, 10758}, /* smbios_scan */
	{0x1340c0, 10770}, /* efi_config_list */
	{0x134130, 10786}, /* efi_find_smbios */
	{0x1341b0, 10802}, /* smbios_read */
	{0x134530, 10814}, /* add_string */
	{0x1346e0, 10825}, /* acpi_spcr */
	{0x1347b0, 10835}, /* srat_parse */
	{0x134ab0, 10846}, /* srat_cpu_domain */
	{0x134ae0, 10862}, /* slit_parse */
	{0x134b90, 10873}, /* slit_distance */
	{0x134bd0, 10887}, /* tlb_activate */
	{0x134c70, 10900}, /* tlb_is_active */
	{0x134c80, 10914}, /* tlb_is_used */
	{0x134cb0, 10926}, /* tlb_flush_here */
	{0x134cf0, 10941}, /* tlb_forget */
	{0x134dc0, 10952}, /* tlb_flush_tables */
	{0x134e80, 10969}, /* vector_init_cpu */
	{0x134f60, 10985}, /* vector_init */
	{0x134f70, 10997}, /* vector_width */
	{0x134f80, 11010}, /* watchdog_init */
	{0x135380, 11024}, /* watchdog_kick */
	{0x1353b0, 11038}, /* watchdog_answer */
	{0x135540, 11054}, /* nmi_awaited */
	{0x135630, 11066}, /* ioapic_find */
	{0x1356f0, 11078}, /* hpet_input */
	{0x1358d0, 11089}, /* hpet_ticks */
	{0x135930, 11100}, /* back_frames */
	{0x1359d0, 11112}, /* back_pages */
	{0x135b80, 11123}, /* back_range */
	{0x135f70, 11134}, /* page_state */
	{0x136070, 11145}, /* big_state */
	{0x136250, 11155}, /* tail_order */
	{0x136320, 11166}, /* head_order */
	{0x1364c0, 11177}, /* pgdat_check */
	{0x137330, 11189}, /* broken */
	{0x137361, 11196}, /* page_panic */
	{0x137410, 11207}, /* word_orders */
	{0x1374d0, 11219}, /* orders_list */
	{0x137540, 11231}, /* big_alloc_locked */
	{0x137830, 11248}, /* big_free_locked */
	{0x1378f0, 11264}, /* chunk_alloc_one */
	{0x137a70, 11280}, /* chunk_free_one */
	{0x137b30, 11295}, /* whole_take_locked */
	{0x137c10, 11313}, /* chunk_take_pages_locked */
	{0x137ce0, 11337}, /* chunks_give_pages_locked */
	{0x137e30, 11362}, /* block_alloc_locked */
	{0x138370, 11381}, /* block_split_locked */
	{0x138420, 11400}, /* block_free_locked */
	{0x138710, 11418}, /* chunk_became_whole */
	{0x1387f0, 11437}, /* bits_free_locked */
	{0x138880, 11454}, /* bits_free_owned */
	{0x1388d0, 11470}, /* chunk_open */
	{0x138a00, 11481}, /* chunk_open_next */
	{0x138a60, 11497}, /* chunk_leave_open_locked */
	{0x138ae0, 11521}, /* chunk_return_locked */
	{0x138b10, 11541}, /* chunk_sort */
	{0x138c70, 11552}, /* chunk_place */
	{0x138dd0, 11564}, /* chunk_alloc */
	{0x138e10, 11576}, /* huge_fetch */
	{0x1390a0, 11587}, /* huge_flush_locked */
	{0x1391b0, 11605}, /* chunk_free */
	{0x1391e0, 11616}, /* chunk_free_full */
	{0x139350, 11632}, /* own_claim */
	{0x1394a0, 11642}, /* own_nr */
	{0x139700, 11649}, /* own_release_locked */
	{0x1399d0, 11668}, /* claim_take_locked */
	{0x139bb0, 11686}, /* claim_take_next */
	{0x13a020, 11702}, /* claim_chunk_find */
	{0x13a0a0, 11719}, /* word_limit */
	{0x13a0f0, 11730}, /* chunk_set_len */
	{0x13a120, 11744}, /* chunk_set_init */
	{0x13a160, 11759}, /* chunk_set_take_block */
	{0x13a380, 11780}, /* chunk_set_valid */
	{0x13a400, 11796}, /* frames_gather */
	{0x13a4c0, 11810}, /* held_page_leave */
	{0x13a540, 11826}, /* frames_free */
	{0x13a5a0, 11838}, /* pgdat_maps_len */
	{0x13a600, 11853}, /* pgdat_init */
	{0x13a8e0, 11864}, /* pgdat_add_unowned */
	{0x13a950, 11882}, /* pgdat_add_free */
	{0x13abe0, 11897}, /* memmap_limit_span */
	{0x13b220, 11915}, /* pgdat_init_memblock */
	{0x13b280, 11935}, /* nodes_init */
	{0x13b820, 11946}, /* nodes_init_memblock */
	{0x13b970, 11966}, /* range_free */
	{0x13ba00, 11977}, /* memblock_init */
	{0x13ba10, 11991}, /* memblock_reserve */
	{0x13bc40, 12008}, /* memblock_alloc */
	{0x13bc50, 12023}, /* memblock_alloc_between */
	{0x13be10, 12046}, /* memblock_for_each_free */
	{0x13bf40, 12069}, /* memblock_reserved_pages */
	{0x13bfc0, 12093}, /* memmap_build */
	{0x13c7c0, 12106}, /* mm_mmap_object */
	{0x13d6e0, 12121}, /* mm_clone */
	{0x13e110, 12130}, /* vspace_fault */
	{0x13e490, 12143}, /* fault_without_slot */
	{0x13e890, 12162}, /* behind_fault */
	{0x13ec40, 12175}, /* overcommit_fill */
	{0x13ee00, 12191}, /* region_back */
	{0x13f1c0, 12203}, /* page_own */
	{0x13f550, 12212}, /* region_populate */
	{0x13f6b0, 12228}, /* region_next */
	{0x13f760, 12240}, /* region_own */
	{0x13f970, 12251}, /* region_need */
	{0x13fa40, 12263}, /* mm_mprotect */
	{0x13fa80, 12275}, /* change_range */
	{0x13fb80, 12288}, /* mm_mlock */
	{0x13fbc0, 12297}, /* mm_munlock */
	{0x13fc00, 12308}, /* mm_mlockall */
	{0x13fce0, 12320}, /* change_locked */
	{0x1403d0, 12334}, /* mm_munlockall */
	{0x140480, 12348}, /* part_needs */
	{0x1405f0, 12359}, /* range_valid */
	{0x140640, 12371}, /* region_tables */
	{0x140680, 12385}, /* tables_ensure */
	{0x1406a0, 12399}, /* tables_release */
	{0x1406c0, 12414}, /* region_insert */
	{0x1406f0, 12428}, /* region_remove */
	{0x140750, 12442}, /* regions_alike */
	{0x1407a0, 12456}, /* regions_join */
	{0x140920, 12469}, /* regions_cut */
	{0x140ba0, 12481}, /* hole_splits */
	{0x140be0, 12493}, /* region_carve */
	{0x140e10, 12506}, /* regions_cover */
	{0x140e80, 12520}, /* regions_drop */
	{0x1411b0, 12533}, /* dropped_free */
	{0x141210, 12546}, /* mm_munmap */
	{0x141360, 12556}, /* cow_gather */
	{0x1414e0, 12567}, /* pages_gather */
	{0x141500, 12580}, /* mm_init */
	{0x1415c0, 12588}, /* mm_cpu_online */
	{0x141620, 12602}, /* nr_nodes */
	{0x141640, 12611}, /* numa_node_id */
	{0x141660, 12624}, /* page_to_nid */
	{0x141680, 12636}, /* node_distance */
	{0x1416a0, 12650}, /* node_data */
	{0x1416e0, 12660}, /* alloc_pages */
	{0x141740, 12672}, /* alloc_page */
	{0x1417a0, 12683}, /* alloc_pages_node */
	{0x1418d0, 12700}, /* __free_pages */
	{0x141950, 12713}, /* __alloc_pages_bulk */
	{0x141a10, 12732}, /* alloc_pages_bulk_array */
	{0x141a30, 12755}, /* alloc_pages_bulk_list */
	{0x141a50, 12777}, /* free_pages_bulk */
	{0x141a70, 12793}, /* get_page */
	{0x141a90, 12802}, /* put_page */
	{0x141b20, 12811}, /* split_page */
	{0x141b40, 12822}, /* page_to_pfn */
	{0x141b60, 12834}, /* pfn_to_page */
	{0x141b80, 12846}, /* page_address */
	{0x141ba0, 12859}, /* virt_to_page */
	{0x141bd0, 12872}, /* nr_free_pages */
	{0x141c20, 12886}, /* mm_check */
	{0x141c70, 12895}, /* nodes_by_distance */
	{0x141cb0, 12913}, /* nodes_shortage */
	{0x141d40, 12928}, /* nodes_again */
	{0x141df0, 12940}, /* nodes_count_given */
	{0x141e10, 12958}, /* nodes_alloc */
	{0x1420a0, 12970}, /* nodes_bulk */
	{0x142280, 12981}, /* nodes_bulk_once */
	{0x1425a0, 12997}, /* nodes_alloc_chunks */
	{0x1426d0, 13016}, /* nodes_owner */
	{0x142750, 13028}, /* nodes_owner_of_run */
	{0x1427f0, 13047}, /* nodes_in_turn */
	{0x142850, 13061}, /* nodes_at */
	{0x142890, 13070}, /* numa_map_single */
	{0x142aa0, 13086}, /* ranges_fill */
	{0x142cb0, 13098}, /* numa_map_build */
	{0x143220, 13113}, /* nodes_find */
	{0x143580, 13124}, /* numa_map_fake */
	{0x143970, 13138}, /* numa_nid_of */
	{0x1439d0, 13150}, /* numa_map_round */
	{0x143b80, 13165}, /* obj_pool_init */
	{0x143bb0, 13179}, /* obj_alloc */
	{0x143d00, 13189}, /* obj_free */
	{0x143da0, 13198}, /* obj_pool_destroy */
	{0x143e30, 13215}, /* mm_object_create */
	{0x143fe0, 13232}, /* mm_object_create_contiguous */
	{0x144150, 13260}, /* mm_object_put */
	{0x1441b0, 13274}, /* mm_object_create_file */
	{0x1442b0, 13296}, /* mm_object_get */
	{0x1442f0, 13310}, /* object_destroy */
	{0x1443b0, 13325}, /* object_leave */
	{0x144410, 13338}, /* object_next */
	{0x144490, 13350}, /* object_promise */
	{0x144600, 13365}, /* object_unpromise */
	{0x144680, 13382}, /* object_back */
	{0x1448a0, 13394}, /* object_page */
	{0x144b10, 13406}, /* request_refuse */
	{0x144b50, 13421}, /* request_failed */
	{0x144cf0, 13436}, /* pgdat_nr_free */
	{0x144e40, 13450}, /* pages_zero */
	{0x144e70, 13461}, /* alloc_once */
	{0x144f60, 13472}, /* alloc_checked */
	{0x145100, 13486}, /* shortage_again */
	{0x145270, 13501}, /* pgdat_shortage */
	{0x1452a0, 13516}, /* block_take */
	{0x145300, 13527}, /* pgdat_alloc_slow */
	{0x145390, 13544}, /* pgdat_alloc */
	{0x145410, 13556}, /* page_free_locked */
	{0x1454a0, 13573}, /* free_verify */
	{0x145590, 13585}, /* pgdat_magazine_full */
	{0x1455d0, 13605}, /* pgdat_free_slow */
	{0x145640, 13621}, /* free_asked */
	{0x145680, 13632}, /* free_checked */
	{0x145790, 13645}, /* pgdat_free */
	{0x145860, 13656}, /* pgdat_get_page */
	{0x145950, 13671}, /* pgdat_split */
	{0x145aa0, 13683}, /* pgdat_alloc_run */
	{0x145bd0, 13699}, /* block_alloc_promised_unlock */
	{0x145c20, 13727}, /* pgdat_drain */
	{0x145db0, 13739}, /* pgdat_drain_chunks */
	{0x145e50, 13758}, /* pgdat_set_reclaim */
	{0x145e60, 13776}, /* pgdat_join */
	{0x145ec0, 13787}, /* pgdat_force */
	{0x145fa0, 13799}, /* free_here */
	{0x146140, 13809}, /* block_free_checked */
	{0x1462e0, 13828}, /* drain_this_cpu */
	{0x146800, 13843}, /* claim_return_locked */
	{0x146890, 13863}, /* bulk_alloc_one */
	{0x146a30, 13878}, /* bulk_alloc_one_unlock */
	{0x146ab0, 13900}, /* bulk_claim_one_unlock */
	{0x146bc0, 13922}, /* chunks_take_locked */
	{0x146c50, 13941}, /* pgdat_alloc_chunks */
	{0x146d90, 13960}, /* bulk_array_once */
	{0x146db0, 13976}, /* bulk_array_any */
	{0x147320, 13991}, /* pcp_bulk_array */
	{0x147800, 14006}, /* bulk_array_own */
	{0x147f50, 14021}, /* bulk_array_slow */
	{0x148000, 14037}, /* bulk_array_plain */
	{0x148540, 14054}, /* pgdat_bulk_array */
	{0x148560, 14071}, /* bulk_list_once */
	{0x148580, 14086}, /* bulk_list_any */
	{0x1488e0, 14100}, /* pgdat_bulk_list */
	{0x148990, 14116}, /* bulk_claim_hard */
	{0x148a60, 14132}, /* bulk_fill_zeroed */
	{0x149190, 14149}, /* slots_fill_chunks */
	{0x1493d0, 14167}, /* pcp_free_bulk */
	{0x149d50, 14181}, /* nodes_free_bulk */
	{0x14a770, 14197}, /* magazine_flush */
	{0x14b250, 14212}, /* own_free_bulk */
	{0x14b520, 14226}, /* pgdat_free_bulk */
	{0x14b550, 14242}, /* pgdat_free_run */
	{0x14b6f0, 14257}, /* slot_free_locked */
	{0x14b740, 14274}, /* run_free_locked */
	{0x14b840, 14290}, /* pgdat_reserve */
	{0x14bab0, 14304}, /* pgdat_unreserve */
	{0x14bbe0, 14320}, /* no_promise */
	{0x14bc00, 14331}, /* pgdat_nr_promised */
	{0x14bca0, 14349}, /* pgdat_alloc_reserved */
	{0x14bd10, 14370}, /* draw_block */
	{0x14bdb0, 14381}, /* draw_elsewhere */
	{0x14bf10, 14396}, /* pgdat_alloc_reserved_chunks */
	{0x14bfb0, 14424}, /* draw_chunks */
	{0x14c150, 14436}, /* range_tree_init */
	{0x14c170, 14452}, /* range_from */
	{0x14c1a0, 14463}, /* range_at */
	{0x14c1e0, 14472}, /* range_next */
	{0x14c230, 14483}, /* range_prev */
	{0x14c280, 14494}, /* range_before */
	{0x14c2e0, 14507}, /* range_insert */
	{0x14c990, 14520}, /* range_remove */
	{0x14d380, 14533}, /* range_resize */
	{0x14d510, 14546}, /* range_find_gap */
	{0x14d6a0, 14561}, /* range_tree_check */
	{0x14d8b0, 14578}, /* range_claims_find */
	{0x14d8f0, 14596}, /* range_claim_begin_beside */
	{0x14d930, 14621}, /* range_claim_end_beside */
	{0x14d960, 14644}, /* range_claims_give_way */
	{0x14dab0, 14666}, /* in_the_way */
	{0x14db70, 14677}, /* range_claims_wait_long */
	{0x14dea0, 14700}, /* zone_name */
	{0x14dec0, 14710}, /* zone_info */
	{0x14e150, 14720}, /* table_pool_create_pt */
	{0x14e1a0, 14741}, /* table_alloc */
	{0x14e220, 14753}, /* table_free */
	{0x14e270, 14764}, /* tables_beyond */
	{0x14e3f0, 14778}, /* table_pool_surplus */
	{0x14e440, 14797}, /* tables_free */
	{0x14e470, 14809}, /* table_pool_trim */
	{0x14e4f0, 14825}, /* table_pool_promise */
	{0x14e630, 14844}, /* table_pool_unpromise */
	{0x14e6c0, 14865}, /* vmap_space_purge */
	{0x14e720, 14882}, /* purge_locked */
	{0x14e7d0, 14895}, /* vmap_space_alloc */
	{0x14e7e0, 14912}, /* vmap_space_alloc_node */
	{0x14e9d0, 14934}, /* area_alloc_locked */
	{0x14f140, 14952}, /* vmap_space_free */
	{0x14f150, 14968}, /* area_retire */
	{0x14f340, 14980}, /* vmap_space_map */
	{0x14f4a0, 14995}, /* area_map_locked */
	{0x14f730, 15011}, /* vmap_space_unmap */
	{0x14f740, 15028}, /* vmap_space_page */
	{0x14f800, 15044}, /* vmap_space_protect */
	{0x14f8d0, 15063}, /* vmap_space_init */
	{0x14f990, 15079}, /* space_reclaim */
	{0x14f9f0, 15093}, /* vmap_space_destroy */
	{0x14fab0, 15112}, /* vmap_space_check */
	{0x14fc50, 15129}, /* vmalloc_init */
	{0x14fca0, 15142}, /* vmalloc */
	{0x14fce0, 15150}, /* vzalloc */
	{0x14fd20, 15158}, /* vmalloc_base */
	{0x14fd60, 15171}, /* vmalloc_node */
	{0x14fdc0, 15184}, /* vmalloc_flags */
	{0x14fe00, 15198}, /* vfree */
	{0x14fe20, 15204}, /* vmap */
	{0x14fe40, 15209}, /* vunmap */
	{0x14fe60, 15216}, /* vmalloc_to_page */
	{0x14fe70, 15232}, /* set_memory_ro */
	{0x14fe90, 15246}, /* set_memory_rw */
	{0x14feb0, 15260}, /* vmalloc_purge */
	{0x14fec0, 15274}, /* vmalloc_get_stats */
	{0x14ff50, 15292}, /* vmalloc_info */
	{0x150050, 15305}, /* vspace_init */
	{0x1500e0, 15317}, /* vspace_destroy */
	{0x150160, 15332}, /* vspace_set_signal */
	{0x1501b0, 15350}, /* vspace_next_region */
	{0x150250, 15369}, /* vspace_region */
	{0x150410, 15383}, /* vspace_stats */
	{0x150490, 15396}, /* vspace_check */
	{0x150960, 15409}, /* mm_policy_name */
	{0x150970, 15424}, /* vspace_holds_stack */
	{0x1509b0, 15443}, /* vspace_activate */
	{0x1509f0, 15459}, /* fault_resolve */
	{0x150b60, 15473}, /* vspace_usable */
	{0x150b80, 15487}, /* test_a_console_that_comes_late_gets_all_and_what_follows */
	{0x150ca0, 15544}, /* capture_write */
	{0x150d40, 15558}, /* test_the_ring_keeps_what_was_printed */
	{0x150f60, 15595}, /* test_long_lines_are_cut_and_still_end */
	{0x151070, 15633}, /* test_lines_of_many_cpus_stay_whole */
	{0x151320, 15668}, /* print_lines */
	{0x1513d0, 15680}, /* test_a_line_longer_than_a_cpu_gathers_is_whole_too */
	{0x151570, 15731}, /* int_stubs */
	{0x151970, 15741}, /* test_faults_and_traps_are_caught */
	{0x151c70, 15774}, /* divide_error */
	{0x151c80, 15787}, /* single_step */
	{0x151c90, 15799}, /* breakpoint */
	{0x151ca0, 15810}, /* invalid_opcode */
	{0x151cb0, 15825}, /* general_protection */
	{0x151cc0, 15844}, /* x87_without_device */
	{0x151cd0, 15863}, /* x87_error */
	{0x151ce0, 15873}, /* test_simd_errors_are_caught */
	{0x151d80, 15901}, /* simd_error */
	{0x151da0, 15912}, /* test_nothing_raised_is_nothing_caught */
	{0x151e00, 15950}, /* return_at_once */
	{0x151e10, 15965}, /* test_every_vector_has_a_handler */
	{0x151f70, 15997}, /* raise_vector */
	{0x151f80, 16010}, /* test_the_frame_holds_the_registers */
	{0x1524c0, 16045}, /* mark_registers */
	{0x152540, 16060}, /* test_a_fault_on_an_unbacked_stack_reaches_its_handler */
	{0x1527d0, 16114}, /* use_stack */
	{0x1527e0, 16124}, /* fault_on_stack */
	{0x1527f0, 16139}, /* test_a_double_fault_reaches_its_handler */
	{0x1528e0, 16179}, /* test_four_exceptions_have_stacks_of_their_own */
	{0x152a20, 16225}, /* test_segments_that_are_not_present_are_caught */
	{0x152bb0, 16271}, /* load_data_segment */
	{0x152bc0, 16289}, /* load_stack_segment */
	{0x152bd0, 16308}, /* test_nmis_are_caught_and_not_left_blocked */
	{0x152cf0, 16350}, /* send_nmi */
	{0x152d20, 16359}, /* test_catchers_nest */
	{0x152ec0, 16378}, /* catch_inside */
	{0x152ef0, 16391}, /* panic_on_purpose */
	{0x152f10, 16408}, /* panic_below_a_catcher_of_exceptions */
	{0x152f30, 16444}, /* test_exceptions_that_nobody_catches_panic */
	{0x153020, 16486}, /* read_byte */
	{0x153030, 16496}, /* test_a_touch_takes_a_fault_where_the_policy_says_so */
	{0x1532d0, 16548}, /* test_protection_holds_at_once */
	{0x1535c0, 16578}, /* test_a_huge_leaf_with_a_hole_is_still_right */
	{0x1537e0, 16622}, /* test_each_space_has_memory_of_its_own */
	{0x153a30, 16660}, /* test_frames_of_every_length_come_through_and_back_without_copying */
	{0x153d00, 16726}, /* begin */
	{0x153d80, 16732}, /* there_and_back */
	{0x154590, 16747}, /* frame_write */
	{0x1546a0, 16759}, /* receive_all */
	{0x154730, 16771}, /* reclaim_all */
	{0x1547b0, 16783}, /* frame_is */
	{0x154830, 16792}, /* test_rings_go_round_many_times */
	{0x1548b0, 16823}, /* test_frames_for_another_station_do_not_pass_an_e1000 */
	{0x154c40, 16876}, /* test_no_page_is_lost_over_start_and_stop */
	{0x154fd0, 16917}, /* test_a_full_ring_takes_no_more_and_loses_nothing */
	{0x155340, 16966}, /* test_a_frame_of_impossible_length_is_the_senders_fault */
	{0x155450, 17021}, /* send_bad */
	{0x155480, 17030}, /* test_a_card_that_failed_gives_its_pages_back */
	{0x155710, 17075}, /* test_a_refill_without_memory_goes_on_when_there_is_some */
	{0x155920, 17131}, /* test_a_card_that_does_not_start_is_left_alone */
	{0x155ac0, 17177}, /* start_nothing */
	{0x155ad0, 17191}, /* test_a_card_that_is_not_up_reaches_no_memory */
	{0x155b90, 17236}, /* test_applications_see_the_same_cards */
	{0x156130, 17273}, /* test_counters_of_all_nodes_sum_to_all_memory */
	{0x1562d0, 17318}, /* test_each_cpu_takes_from_its_node_or_the_nearest */
	{0x1563f0, 17367}, /* take_one */
	{0x156460, 17376}, /* test_a_page_comes_from_the_node_that_is_named */
	{0x1567e0, 17422}, /* test_an_area_is_spread_over_all_nodes_or_on_one */
	{0x156da0, 17470}, /* test_a_mapping_may_be_larger_than_a_node */
	{0x157060, 17511}, /* test_every_leaf_is_as_it_should_be */
	{0x1571f0, 17546}, /* check_leaf */
	{0x157440, 17557}, /* direct_run */
	{0x1575e0, 17568}, /* test_the_cpu_uses_these_tables_with_all_protections_on */
	{0x1576e0, 17623}, /* test_guard_pages_and_the_null_page_are_unmapped */
	{0x1578f0, 17671}, /* test_the_cpu_enforces_what_the_tables_say */
	{0x157db0, 17713}, /* faults_with */
	{0x157e20, 17725}, /* read_byte */
	{0x157e30, 17735}, /* write_byte */
	{0x157e40, 17746}, /* alias_faults */
	{0x157ef0, 17759}, /* alias_mapped */
	{0x157f20, 17772}, /* test_device_windows_keep_their_offset_and_are_guarded */
	{0x158250, 17826}, /* test_large_windows_get_large_leaves */
	{0x158360, 17862}, /* test_functions_say_the_same_again */
	{0x158570, 17896}, /* test_there_is_a_host_bridge */
	{0x1585d0, 17924}, /* test_writes_of_each_width_reach_the_register */
	{0x158700, 17969}, /* test_ram_answers_and_keeps_what_it_held */
	{0x158990, 18009}, /* test_a_run_reaches_each_cpu_once */
	{0x158ab0, 18042}, /* come_here */
	{0x158af0, 18052}, /* test_a_barrier_holds_until_all_are_there */
	{0x158be0, 18093}, /* count_rounds */
	{0x158da0, 18106}, /* test_each_cpu_has_stacks_between_guards */
	{0x158e80, 18146}, /* stacks_look */
	{0x158f80, 18158}, /* test_a_call_runs_on_the_cpu_that_is_asked */
	{0x159090, 18200}, /* note_cpu */
	{0x1590b0, 18209}, /* test_cpus_that_ask_each_other_all_get_an_answer */
	{0x1591a0, 18257}, /* call_neighbours */
	{0x1592f0, 18273}, /* add_one */
	{0x159300, 18281}, /* test_a_call_may_have_work_beside_it */
	{0x1594e0, 18317}, /* be_there */
	{0x159510, 18326}, /* be_here */
	{0x159560, 18334}, /* test_a_call_that_is_not_answered_is_given_up_and_never_made */
	{0x1596f0, 18394}, /* be_deaf */
	{0x159770, 18402}, /* test_a_spurious_interrupt_is_nothing */
	{0x1597f0, 18439}, /* interrupt_spuriously */
	{0x159800, 18460}, /* test_a_flush_of_the_kernels_space_reaches_all_cpus */
	{0x159a60, 18511}, /* read_both */
	{0x159b20, 18521}, /* test_a_flush_of_a_space_reaches_only_the_cpus_in_it */
	{0x159d30, 18573}, /* visit_space */
	{0x159de0, 18585}, /* test_areas_freed_lazily_are_flushed_once_for_all */
	{0x15a1b0, 18634}, /* test_pages_wander_between_cpus_and_none_is_lost */
	{0x15a310, 18682}, /* hand_over */
	{0x15a4e0, 18692}, /* test_a_shortage_empties_the_caches_of_all_cpus */
	{0x15a710, 18739}, /* keep_some */
	{0x15a7a0, 18749}, /* space_enter */
	{0x15a800, 18761}, /* space_leave */
	{0x15a830, 18773}, /* load_it */
	{0x15a840, 18781}, /* store_it */
	{0x15a850, 18790}, /* faults */
	{0x15a890, 18797}, /* call_faults */
	{0x15a910, 18809}, /* call_it */
	{0x15a920, 18817}, /* test_copies_are_exact */
	{0x15abd0, 18839}, /* test_moves_may_overlap */
	{0x15afe0, 18862}, /* test_fills_are_exact */
	{0x15b230, 18883}, /* test_comparisons_are_of_unsigned_bytes */
	{0x15b5d0, 18922}, /* test_functions_have_names */
	{0x15b740, 18948}, /* test_what_is_no_code_has_none */
	{0x15b850, 18978}, /* test_time_passes_at_the_rate_of_the_tsc */
	{0x15b9b0, 19018}, /* test_the_clock_began_at_kernel_entry */
	{0x15ba20, 19055}, /* test_a_page_comes_changes_and_goes */
	{0x15c130, 19090}, /* fault_of */
	{0x15c180, 19099}, /* read_byte */
	{0x15c190, 19109}, /* write_byte */
	{0x15c1a0, 19120}, /* kernel_protect */
	{0x15c1f0, 19135}, /* kernel_unmap */
	{0x15c230, 19148}, /* all_fault */
	{0x15c300, 19158}, /* test_code_runs_where_it_may */
	{0x15c5f0, 19186}, /* call */
	{0x15c600, 19191}, /* test_a_large_leaf_split_is_still_right */
	{0x15cc80, 19230}, /* test_nothing_stale_is_left_below_and_above_the_threshold */
	{0x15d320, 19287}, /* test_spaces_differ_below_and_agree_above */
	{0x15d8f0, 19328}, /* table_alloc */
	{0x15d920, 19340}, /* table_free */
	{0x15d940, 19351}, /* test_an_active_space_has_nothing_stale */
	{0x15dd80, 19390}, /* test_what_is_written_is_read_back_through_both_maps */
	{0x15e090, 19442}, /* holds */
	{0x15e1a0, 19448}, /* test_the_guard_page_and_what_is_freed_fault */
	{0x15e410, 19492}, /* load_it */
	{0x15e420, 19500}, /* store_it */
	{0x15e430, 19509}, /* test_one_page_of_a_huge_leaf_becomes_read_only */
	{0x15e740, 19556}, /* test_addresses_come_back_with_other_frames_and_nothing_stale */
	{0x15e8c0, 19617}, /* test_zeroed_memory_is_zero */
	{0x15e9f0, 19644}, /* test_a_stack_grows_by_faults_and_ends_at_its_guard_page */
	{0x15ee30, 19700}, /* run_on */
	{0x15ee40, 19707}, /* recurse_from */
	{0x15ee50, 19720}, /* recurse */
	{0x15ef00, 19728}, /* test_a_fork_is_a_copy_whoever_stores_first */
	{0x15f5b0, 19771}, /* child_has */
	{0x15f6c0, 19781}, /* test_a_grandchild_and_its_parents_share_until_stored_to */
	{0x15f930, 19837}, /* test_locked_memory_takes_no_fault */
	{0x15fe20, 19871}, /* test_shared_memory_is_one_and_promised_once */
	{0x160190, 19915}, /* test_a_module_can_be_mapped_shared_and_private */
	{0x160590, 19962}, /* test_physical_memory_is_mapped_where_it_is */
	{0x1609b0, 20005}, /* test_overcommit_signals_what_it_cannot_give */
	{0x160e30, 20049}, /* hear */
	{0x160e90, 20054}, /* test_a_stack_in_the_space_cannot_be_forked_from */
	{0x160f90, 20102}, /* clone_here */
	{0x160fb0, 20113}, /* test_calls_can_be_made_on_a_lazy_stack */
	{0x1610d0, 20152}, /* map_here */
	{0x161110, 20161}, /* test_a_result_can_go_to_memory_of_the_space */
	{0x1612c0, 20205}, /* test_a_signal_function_may_take_a_fault_itself */
	{0x161440, 20252}, /* map_and_touch */
	{0x161490, 20266}, /* test_a_lock_taken_twice_ends_the_run */
	{0x1614f0, 20303}, /* lock_twice */
	{0x161540, 20314}, /* test_a_hang_is_told_and_the_run_goes_on */
	{0x161660, 20354}, /* spin */
	{0x161670, 20359}, /* test_streq */
	{0x1616a0, 20370}, /* test_contains */
	{0x161700, 20384}, /* test_fail */
	{0x1617a0, 20394}, /* test_skip */
	{0x161830, 20404}, /* test_note */
	{0x1618b0, 20414}, /* test_failed */
	{0x1618c0, 20426}, /* test_seed */
	{0x1618d0, 20436}, /* test_arena */
	{0x161920, 20447}, /* test_expect_panic */
	{0x161930, 20465}, /* tests_run */
	{0x161d00, 20475}, /* pattern_select */
	{0x161e60, 20490}, /* name_compare */
	{0x161ff0, 20503}, /* mmap_model_compare */
	{0x162830, 20522}, /* model_cell_at */
	{0x1628a0, 20536}, /* model_page_cell */
	{0x1628e0, 20552}, /* mmap_model_run */
	{0x163820, 20567}, /* memory_shorten */
	{0x163910, 20582}, /* mmap_model_make */
	{0x163b40, 20598}, /* mmap_model_finish */
	{0x163c50, 20616}, /* mmap_model_test */
	{0x163db0, 20632}, /* do_lock */
	{0x164000, 20640}, /* do_touch */
	{0x1643b0, 20649}, /* page_back */
	{0x164500, 20659}, /* page_become_own */
	{0x164600, 20675}, /* node_make */
	{0x1646e0, 20685}, /* node_add */
	{0x164780, 20694}, /* node_page */
	{0x1647a0, 20704}, /* node_reserve */
	{0x1647b0, 20717}, /* page_model_run */
	{0x164870, 20732}, /* steps */
	{0x164c90, 20738}, /* page_model_finish */
	{0x164d40, 20756}, /* finish */
	{0x164e80, 20763}, /* page_model_make */
	{0x1650c0, 20779}, /* do_alloc */
	{0x165180, 20788}, /* do_bulk_array */
	{0x165550, 20802}, /* do_bulk_list */
	{0x165880, 20815}, /* do_free */
	{0x165a30, 20823}, /* do_bulk_free */
	{0x165e80, 20836}, /* do_get */
	{0x166050, 20843}, /* do_split */
	{0x166100, 20852}, /* do_drain */
	{0x166190, 20861}, /* do_refused */
	{0x166530, 20872}, /* fail */
	{0x166590, 20877}, /* order_draw */
	{0x166850, 20888}, /* gfp_choose */
	{0x166980, 20899}, /* split */
	{0x166a50, 20905}, /* compare */
	{0x166b50, 20913}, /* blocks_verify */
	{0x166d60, 20927}, /* shadow_page */
	{0x166d80, 20939}, /* shadow_make */
	{0x166e50, 20951}, /* shadow_add */
	{0x166eb0, 20962}, /* shadow_take */
	{0x1671c0, 20974}, /* fail */
	{0x167220, 20979}, /* shadow_give */
	{0x167360, 20991}, /* shadow_split */
	{0x167470, 21004}, /* shadow_inner_refs */
	{0x1674b0, 21022}, /* shadow_nr_free */
	{0x1674d0, 21037}, /* shadow_has_run */
	{0x167620, 21052}, /* shadow_compare */
	{0x167710, 21067}, /* shadow_blocks */
	{0x1678f0, 21081}, /* page_shape_named */
	{0x1679b0, 21098}, /* vm_make */
	{0x167af0, 21106}, /* vm_drop */
	{0x167bb0, 21114}, /* vm_make_space */
	{0x167c30, 21128}, /* vm_drop_space */
	{0x167cb0, 21142}, /* vm_word */
	{0x167cf0, 21150}, /* vm_leaf */
	{0x167d20, 21158}, /* table_alloc */
	{0x167d80, 21170}, /* table_free */
	{0x167da0, 21181}, /* build_begin */
	{0x167df0, 21193}, /* build_at */
	{0x167e00, 21202}, /* build_add */
	{0x167e50, 21212}, /* build_set32 */
	{0x167e60, 21224}, /* build_set64 */
	{0x167e70, 21236}, /* build_len */
	{0x167e80, 21246}, /* build_cut */
	{0x167e90, 21256}, /* build_end_raw */
	{0x167ec0, 21270}, /* build_end */
	{0x167fa0, 21280}, /* build_madt */
	{0x168010, 21291}, /* build_lapic */
	{0x168070, 21303}, /* build_x2apic */
	{0x1680c0, 21316}, /* build_srat */
	{0x168130, 21327}, /* build_srat_cpu */
	{0x1681a0, 21342}, /* build_srat_x2apic */
	{0x168200, 21360}, /* build_srat_mem */
	{0x168280, 21375}, /* build_slit */
	{0x168340, 21386}, /* test_damaged_madts_list_no_cpu_twice */
	{0x1688f0, 21423}, /* damage */
	{0x168e40, 21430}, /* map */
	{0x168e80, 21434}, /* test_damaged_srats_and_slits_make_sound_nodes */
	{0x169ee0, 21480}, /* distance_of */
	{0x169ef0, 21492}, /* test_damaged_roots_lead_to_sound_tables */
	{0x16ab00, 21532}, /* mend_memory */
	{0x16af70, 21544}, /* map_memory */
	{0x16afc0, 21555}, /* test_tables_are_found_through_either_root */
	{0x16b210, 21597}, /* fill */
	{0x16b520, 21602}, /* fix_rsdp */
	{0x16b620, 21611}, /* map */
	{0x16b660, 21615}, /* test_what_is_missing_or_broken_is_told_apart */
	{0x16b9d0, 21660}, /* test_lengths_and_addresses_are_bounded */
	{0x16bda0, 21699}, /* test_hpet_registers_must_be_memory */
	{0x16bed0, 21734}, /* test_pm_timer_is_where_the_fadt_says */
	{0x16c170, 21771}, /* test_machines_without_a_pm_timer_have_none */
	{0x16c2b0, 21814}, /* test_the_mode_is_the_firmwares_unless_it_is_not_wanted */
	{0x16c3a0, 21869}, /* test_ids_end_where_the_mode_ends */
	{0x16c4f0, 21902}, /* chip_read */
	{0x16c540, 21912}, /* chip_write */
	{0x16c590, 21923}, /* chip_write_icr */
	{0x16c5d0, 21938}, /* chip_read_base */
	{0x16c5e0, 21953}, /* chip_write_base */
	{0x16c670, 21969}, /* chip_delay */
	{0x16c6d0, 21980}, /* test_modes_change_only_in_ways_that_do_not_fault */
	{0x16ca00, 22029}, /* events_are */
	{0x16cb30, 22040}, /* test_an_apic_is_enabled_with_its_sources_masked */
	{0x16cd40, 22088}, /* test_the_id_has_8_or_32_bits */
	{0x16cf10, 22117}, /* test_end_of_interrupt_is_a_zero */
	{0x16d000, 22149}, /* test_an_xapic_sends_by_two_writes_the_lower_half_last */
	{0x16d280, 22203}, /* test_an_x2apic_sends_by_one_write */
	{0x16d4d0, 22237}, /* test_ids_and_vectors_that_cannot_be_are_refused */
	{0x16dad0, 22285}, /* test_without_an_apic_nothing_is_touched */
	{0x16dc50, 22325}, /* test_a_cpu_is_started_by_the_book */
	{0x16de20, 22359}, /* test_an_xapic_that_stays_busy_costs_a_millisecond */
	{0x16e180, 22409}, /* test_each_states_operation_baseline_and_group */
	{0x16e280, 22455}, /* test_parameters_are_keys_with_values */
	{0x16e4e0, 22492}, /* test_single_blocks_come_in_the_orders_agreed */
	{0x16e780, 22537}, /* rows_are */
	{0x16e9c0, 22546}, /* count */
	{0x16ea80, 22552}, /* test_bulk_comes_in_the_batches_agreed */
	{0x16ee00, 22590}, /* test_ram_beyond_what_the_firmware_covered_is_uncached */
	{0x16f120, 22644}, /* test_default_write_back_with_an_uncached_hole */
	{0x16f2f0, 22690}, /* test_overlapping_ranges_follow_the_manual */
	{0x16f4e0, 22732}, /* test_caches_that_are_off_make_all_uncached */
	{0x16f6c0, 22775}, /* test_masks_with_holes_are_counted_and_left_out */
	{0x16f8b0, 22822}, /* test_cpus_are_alike_by_what_they_use */
	{0x16fb20, 22859}, /* test_words_are_split_at_white_space */
	{0x16fe00, 22895}, /* test_quotes_keep_white_space_and_vanish */
	{0x170040, 22935}, /* test_the_last_of_equal_keys_counts */
	{0x170120, 22970}, /* test_what_does_not_fit_is_counted */
	{0x1702f0, 23004}, /* test_numbers_are_read_whole_and_in_bounds */
	{0x170420, 23046}, /* test_sizes_take_units */
	{0x1704f0, 23068}, /* test_booleans_have_the_usual_names */
	{0x170710, 23103}, /* test_memory_ranges_have_types_by_their_sign */
	{0x1709d0, 23147}, /* test_exactmap_stands_alone_or_in_a_list */
	{0x170b60, 23187}, /* test_memory_ranges_that_make_no_sense_are_refused */
	{0x170c10, 23237}, /* test_lists_are_searched_word_by_word */
	{0x170d90, 23274}, /* test_random_text_never_leaves_the_buffer */
	{0x170fd0, 23315}, /* test_every_form_is_read */
	{0x171690, 23339}, /* parses */
	{0x171750, 23346}, /* test_what_is_no_console_is_refused */
	{0x1717c0, 23381}, /* test_the_firmwares_port_is_found */
	{0x171a40, 23414}, /* test_what_the_firmware_says_wrongly_is_refused_with_a_reason */
	{0x171e40, 23475}, /* test_an_intel_cpu_is_described */
	{0x172110, 23506}, /* ask */
	{0x172160, 23510}, /* test_tlb_leaves_are_preferred_to_bytes */
	{0x172250, 23549}, /* test_an_amd_cpu_is_described_by_its_own_leaves */
	{0x172490, 23596}, /* test_a_cpu_that_tells_nothing_is_unknown */
	{0x172600, 23637}, /* test_texts_are_cut_to_fit */
	{0x1726d0, 23663}, /* test_cores_of_a_hybrid_are_told_apart */
	{0x1728b0, 23701}, /* test_the_apic_id_has_32_bits_where_a_leaf_tells */
	{0x172a50, 23749}, /* test_rings_have_lengths_that_cards_take */
	{0x172cc0, 23789}, /* test_frames_come_in_order_with_their_pages */
	{0x1731a0, 23832}, /* test_an_address_that_the_card_changed_means_nothing */
	{0x173390, 23884}, /* test_descriptors_that_were_not_given_are_never_done */
	{0x173660, 23936}, /* test_lengths_that_cannot_be_are_errors */
	{0x173880, 23975}, /* test_frames_with_errors_are_errors_and_bad_checksums_inside_are_not */
	{0x173a90, 24043}, /* test_a_frame_of_several_descriptors_is_dropped_whole */
	{0x173da0, 24096}, /* test_frames_to_send_carry_their_commands */
	{0x1740c0, 24137}, /* test_a_ring_goes_round_and_is_never_quite_full */
	{0x1744f0, 24184}, /* test_random_cards_lose_no_page */
	{0x1748e0, 24215}, /* test_addresses_of_stations_are_checked */
	{0x174b30, 24254}, /* test_integers_of_all_lengths */
	{0x175140, 24283}, /* test_width_precision_and_flags */
	{0x175620, 24314}, /* test_strings_and_characters */
	{0x175a60, 24342}, /* test_a_precision_bounds_the_reading */
	{0x175b20, 24378}, /* test_unknown_conversions_stand_as_they_are */
	{0x175c70, 24421}, /* test_short_buffers_cut_and_tell_the_length */
	{0x175f40, 24464}, /* test_plain_text_matches_itself_only */
	{0x1760e0, 24500}, /* test_a_star_matches_any_text */
	{0x176460, 24529}, /* test_a_question_mark_matches_one_character */
	{0x1766c0, 24572}, /* test_only_the_length_given_is_read */
	{0x1767b0, 24607}, /* test_many_stars_are_quick */
	{0x176850, 24633}, /* test_agrees_with_the_definition_on_all_short_texts */
	{0x176a40, 24684}, /* defined_match */
	{0x176ac0, 24698}, /* test_a_list_is_cut_at_commas_and_empty_patterns_left_out */
	{0x176fd0, 24755}, /* see */
	{0x177070, 24759}, /* test_addresses_are_read_as_linux_has_them_and_in_short */
	{0x177140, 24814}, /* test_malformed_addresses_are_refused_and_nothing_is_guessed */
	{0x1771b0, 24874}, /* test_fields_of_any_length_are_read_or_refused */
	{0x177280, 24920}, /* test_receivers_have_an_address_and_a_port */
	{0x1773b0, 24962}, /* test_a_line_is_typed_and_edited */
	{0x177a80, 24994}, /* entered */
	{0x177ad0, 25002}, /* type */
	{0x177c00, 25007}, /* show */
	{0x177ca0, 25012}, /* complete */
	{0x177da0, 25021}, /* test_carriage_return_and_line_feed_are_one_end */
	{0x178060, 25068}, /* test_old_lines_come_back */
	{0x178680, 25093}, /* test_the_first_word_is_completed */
	{0x178ad0, 25126}, /* test_a_line_that_is_full_takes_no_more */
	{0x178bd0, 25165}, /* test_any_bytes_leave_the_terminal_right */
	{0x178d90, 25205}, /* test_bogus_entries_that_are_disabled_are_no_cpus */
	{0x179140, 25254}, /* build_o08 */
	{0x179320, 25264}, /* parse */
	{0x179370, 25270}, /* test_bogus_entries_that_are_enabled_are_out_of_reach */
	{0x1794e0, 25323}, /* test_bogus_entries_within_reach_are_one_candidate */
	{0x179650, 25373}, /* test_an_id_is_accepted_once_whatever_the_type */
	{0x179930, 25419}, /* test_ids_that_mean_all_cpus_are_none */
	{0x179ce0, 25456}, /* test_cpus_that_can_come_later_are_counted */
	{0x179eb0, 25498}, /* test_more_cpus_than_there_is_room_for_are_counted */
	{0x17a070, 25548}, /* test_apic_registers_are_where_the_override_says */
	{0x17a280, 25596}, /* test_an_empty_madt_has_no_cpus */
	{0x17a460, 25627}, /* test_a_broken_entry_ends_the_list_there */
	{0x17a780, 25667}, /* test_entries_of_other_types_are_skipped */
	{0x17aa50, 25707}, /* test_kernels_agree_with_the_plain_one */
	{0x17ac00, 25745}, /* test_a_wrong_product_is_found */
	{0x17adb0, 25775}, /* test_swapped_columns_are_found */
	{0x17afd0, 25806}, /* test_the_diagonal_is_summed */
	{0x17b0c0, 25834}, /* test_reserves_only_what_is_ram */
	{0x17b2c0, 25865}, /* test_rounds_outward_to_pages */
	{0x17b450, 25894}, /* test_overlaps_are_reserved_once */
	{0x17b720, 25926}, /* test_refuses_an_empty_range */
	{0x17b870, 25954}, /* test_allocates_from_the_top_below_the_limit */
	{0x17bb60, 25998}, /* test_single_pages_join_into_one_region */
	{0x17bdf0, 26037}, /* test_free_ranges_are_ram_less_reserved */
	{0x17c050, 26076}, /* free_count */
	{0x17c070, 26087}, /* test_a_full_table_is_an_error */
	{0x17c170, 26117}, /* test_agrees_with_a_map_of_pages */
	{0x17c780, 26149}, /* free_mark */
	{0x17c7b0, 26159}, /* test_cuts_byte_granular_ram_inward */
	{0x17cac0, 26194}, /* test_settles_overlaps_the_same_way_in_every_order */
	{0x17cde0, 26244}, /* test_keeps_every_piece_of_a_map_of_312_entries */
	{0x17cf10, 26291}, /* test_keeps_acpi_tables_apart */
	{0x17d140, 26320}, /* test_ignores_what_makes_no_sense */
	{0x17d2f0, 26353}, /* test_cuts_ram_at_64_tib */
	{0x17d400, 26377}, /* test_an_empty_map_has_no_ram */
	{0x17d490, 26406}, /* test_a_table_too_small_loses_ram_and_says_so */
	{0x17d5e0, 26451}, /* test_leaves_out_a_little_ram_far_away */
	{0x17d710, 26489}, /* test_keeps_a_terabyte_behind_a_terabyte_hole */
	{0x17d7d0, 26534}, /* test_never_leaves_out_the_last_ram_below_4_gib */
	{0x17d8c0, 26581}, /* test_leaves_out_the_smaller_side_of_the_largest_hole */
	{0x17da50, 26634}, /* test_agrees_with_a_map_of_bytes */
	{0x17dec0, 26666}, /* test_no_call_leaves_a_trace_range */
	{0x17ded0, 26700}, /* fail_in_turn */
	{0x17e6d0, 26713}, /* state_take */
	{0x17e8b0, 26724}, /* map_new */
	{0x17e8f0, 26732}, /* map_anywhere */
	{0x17e930, 26745}, /* map_over */
	{0x17e970, 26754}, /* map_over_block */
	{0x17e9b0, 26769}, /* map_lazy */
	{0x17e9f0, 26778}, /* map_stack */
	{0x17ea30, 26788}, /* map_shared */
	{0x17ea70, 26799}, /* map_block */
	{0x17eab0, 26809}, /* map_shared_block */
	{0x17eaf0, 26826}, /* map_phys */
	{0x17eb50, 26835}, /* map_object */
	{0x17eba0, 26846}, /* map_file */
	{0x17ebf0, 26855}, /* unmap_middle */
	{0x17ec10, 26868}, /* protect_middle */
	{0x17ec30, 26883}, /* protect_file */
	{0x17ec50, 26896}, /* lock_middle */
	{0x17ec70, 26908}, /* unlock_middle */
	{0x17ec90, 26922}, /* lock_all */
	{0x17ecb0, 26931}, /* clone */
	{0x17ecf0, 26937}, /* test_no_call_leaves_a_trace_superlock */
	{0x17ed00, 26975}, /* test_no_call_leaves_a_trace_demand */
	{0x17ed10, 27010}, /* test_no_call_leaves_a_trace_overcommit */
	{0x17ed20, 27049}, /* test_distant_parts_of_an_object_are_locked_together_or_not_at_all */
	{0x17f0a0, 27115}, /* test_what_an_object_promises_to_one_call_no_other_gives_back */
	{0x17f330, 27176}, /* test_a_fault_in_an_object_leaves_what_a_call_was_promised */
	{0x17f5d0, 27234}, /* test_what_is_locked_is_locked_again_for_nothing */
	{0x17f760, 27282}, /* test_an_object_mapped_twice_is_backed_once */
	{0x17fa80, 27325}, /* test_pieces_of_consecutive_frames_become_one_again */
	{0x17ff20, 27376}, /* test_huge_mappings_are_aligned_where_that_can_be */
	{0x180150, 27425}, /* test_spaces_agree_with_the_model_range */
	{0x180180, 27464}, /* test_spaces_agree_with_the_model_superlock */
	{0x1801b0, 27507}, /* test_spaces_agree_with_the_model_demand */
	{0x1801e0, 27547}, /* test_spaces_agree_with_the_model_overcommit */
	{0x180210, 27591}, /* test_o16_lengths_and_ends_that_wrap */
	{0x180bf0, 27627}, /* test_o17_a_page_promised_is_used_once */
	{0x181040, 27665}, /* word_at */
	{0x181080, 27673}, /* test_a_promise_is_kept_to_the_last_page */
	{0x181640, 27713}, /* test_overcommit_fails_at_the_fault */
	{0x181800, 27748}, /* test_every_missing_page_leaves_no_trace */
	{0x181ca0, 27788}, /* test_what_a_fault_may_not_do */
	{0x181ff0, 27817}, /* test_range_policy_maps_with_huge_leaves */
	{0x1823c0, 27857}, /* test_neighbours_that_are_alike_become_one */
	{0x1826a0, 27899}, /* test_random_calls_range */
	{0x1826b0, 27923}, /* model_run */
	{0x182f50, 27933}, /* test_random_calls_range_small_pages */
	{0x182f60, 27969}, /* test_random_calls_superlock */
	{0x182f70, 27997}, /* test_random_calls_demand */
	{0x182f80, 28022}, /* test_random_calls_overcommit */
	{0x182f90, 28051}, /* test_efi_descriptors_are_walked_by_their_stride */
	{0x183660, 28099}, /* put_meminfo */
	{0x183720, 28111}, /* put_ovmf */
	{0x183990, 28120}, /* end_list */
	{0x183a20, 28129}, /* parse */
	{0x183a80, 28135}, /* pages_of */
	{0x183b20, 28144}, /* test_memory_of_live_boot_services_is_off_limits */
	{0x1840a0, 28192}, /* test_every_efi_type_has_its_meaning */
	{0x1844d0, 28228}, /* test_efi_memory_without_write_back_or_for_a_special_purpose_is_no_ram */
	{0x184880, 28298}, /* test_map_entries_are_walked_by_their_size */
	{0x184f10, 28340}, /* begin_mmap */
	{0x184fb0, 28351}, /* test_strides_below_the_fields_are_refused */
	{0x185280, 28393}, /* test_an_entry_cut_by_the_tags_end_is_not_read */
	{0x1853d0, 28439}, /* test_both_maps_together_lose_no_ram_and_gain_none */
	{0x185830, 28489}, /* test_two_numbers_size_memory_only_without_a_map */
	{0x185b70, 28537}, /* test_a_missing_end_tag_is_an_error */
	{0x185d10, 28572}, /* test_total_size_beyond_what_can_be_read_is_refused */
	{0x1862a0, 28623}, /* test_tag_sizes_are_bounded_by_the_list */
	{0x1863f0, 28662}, /* test_truncated_lists_are_errors_at_every_length */
	{0x186700, 28710}, /* test_texts_are_copied_and_cut */
	{0x186e50, 28740}, /* test_a_leading_path_is_the_programs_name */
	{0x187120, 28781}, /* test_rsdp_of_version_two_is_preferred */
	{0x187720, 28819}, /* test_firmware_tables_are_noted */
	{0x187c00, 28850}, /* test_modules_beyond_the_table_are_counted_and_reserved */
	{0x188080, 28905}, /* test_framebuffer_tags_need_rows_that_hold_their_pixels */
	{0x1883b0, 28960}, /* test_ranges_beyond_the_table_are_counted */
	{0x1886e0, 29001}, /* test_ends_that_wrap_never_make_ram */
	{0x188b00, 29036}, /* test_random_damage_is_survived */
	{0x1893f0, 29067}, /* test_an_address_is_discovered_requested_and_used */
	{0x1899f0, 29116}, /* sent_is */
	{0x189aa0, 29124}, /* sent_message */
	{0x189b00, 29137}, /* answer */
	{0x189c90, 29144}, /* test_without_a_server_it_asks_less_and_less_often */
	{0x189dd0, 29194}, /* bind */
	{0x189f00, 29199}, /* test_a_lease_is_renewed_and_given_up_at_its_end */
	{0x18a420, 29247}, /* test_a_refusal_begins_anew_after_a_while */
	{0x18a7a0, 29288}, /* test_an_offer_that_is_never_confirmed_is_dropped */
	{0x18a980, 29337}, /* test_messages_for_others_or_unasked_change_nothing */
	{0x18ae60, 29388}, /* test_options_that_run_out_or_lie_are_refused */
	{0x18b430, 29433}, /* test_options_go_on_in_the_other_fields_where_a_message_says_so */
	{0x18b7b0, 29496}, /* test_addresses_that_no_host_can_have_are_not_taken */
	{0x18bae0, 29547}, /* test_frames_of_every_length_with_any_content_do_no_harm */
	{0x18be20, 29603}, /* pair_begin */
	{0x18bed0, 29614}, /* feed */
	{0x18c1e0, 29619}, /* pair_end */
	{0x18c270, 29628}, /* test_good_frames_cut_and_lengthened_to_every_length_do_no_harm */
	{0x18c470, 29691}, /* good_frame */
	{0x18c700, 29702}, /* test_tcp_options_of_no_length_end_the_walk */
	{0x18c990, 29745}, /* test_relatives_of_known_malformed_frames_do_no_harm */
	{0x18cb90, 29797}, /* test_ip_options_of_any_kind_and_length_do_no_harm */
	{0x18cd60, 29847}, /* test_mutations_of_good_frames_do_no_harm */
	{0x18cd80, 29888}, /* fuzz */
	{0x18d090, 29893}, /* test_mutations_do_no_harm_while_an_address_is_asked_for */
	{0x18d0c0, 29949}, /* mock_make */
	{0x18d290, 29959}, /* mock_wanted */
	{0x18d2a0, 29971}, /* mock_post */
	{0x18d2e0, 29981}, /* mock_receive */
	{0x18d360, 29994}, /* mock_send */
	{0x18d480, 30004}, /* mock_reclaim */
	{0x18d4d0, 30017}, /* mock_forget */
	{0x18d4e0, 30029}, /* mock_begin */
	{0x18d530, 30040}, /* mock_end */
	{0x18d5a0, 30049}, /* mock_pages_held */
	{0x18d660, 30065}, /* mock_pages_right */
	{0x18d740, 30082}, /* mock_input */
	{0x18d8c0, 30093}, /* mock_wait */
	{0x18d940, 30103}, /* mock_last */
	{0x18d970, 30113}, /* frame_arp */
	{0x18d9f0, 30123}, /* frame_checksums */
	{0x18dce0, 30139}, /* udp_sum_of */
	{0x18de10, 30150}, /* frame_ip */
	{0x18dec0, 30159}, /* frame_ping */
	{0x18e010, 30170}, /* frame_udp */
	{0x18e170, 30180}, /* frame_sound */
	{0x18e490, 30192}, /* mock_alive */
	{0x18e750, 30203}, /* test_a_card_that_comes_up_announces_its_address */
	{0x18e900, 30251}, /* test_requests_for_our_address_are_answered_and_others_are_not */
	{0x18ebb0, 30313}, /* test_what_was_not_asked_for_makes_no_entry_and_known_ones_follow */
	{0x18ef50, 30378}, /* test_a_neighbour_that_does_not_answer_is_asked_three_times_and_one_packet_waits */
	{0x18f260, 30458}, /* test_what_is_known_of_neighbours_ages */
	{0x18f400, 30496}, /* test_another_station_with_our_address_is_noticed_and_answered_now_and_then */
	{0x18f720, 30571}, /* test_pings_of_every_length_are_answered_in_place */
	{0x18f9e0, 30620}, /* test_checksums_of_answers_are_right_for_every_sum */
	{0x18fb40, 30670}, /* test_packets_with_options_are_answered_with_these */
	{0x18fcf0, 30720}, /* test_each_thing_wrong_with_a_packet_has_its_own_count */
	{0x18fe50, 30774}, /* try_wrong */
	{0x18ffd0, 30784}, /* test_errors_quote_the_packet_and_are_limited */
	{0x1902f0, 30829}, /* test_datagrams_of_every_length_come_back */
	{0x1904c0, 30870}, /* test_packets_go_on_by_the_other_card_in_their_page */
	{0x190720, 30921}, /* introduce */
	{0x1907f0, 30931}, /* test_a_packet_waits_for_the_next_hop_and_a_gateway_serves_the_rest */
	{0x190ac0, 30998}, /* test_what_may_not_be_routed_is_not */
	{0x190d10, 31033}, /* test_a_card_without_room_loses_frames_and_no_pages */
	{0x190e90, 31084}, /* test_a_closed_pool_takes_nothing_and_gives_nothing_back */
	{0x191100, 31140}, /* test_without_memory_the_station_goes_on_when_there_is_some */
	{0x191420, 31199}, /* test_o10_rings_of_an_e1000 */
	{0x191630, 31226}, /* test_o10_headers_of_virtio */
	{0x191760, 31253}, /* test_o10_buffers_of_virtio */
	{0x191840, 31280}, /* test_o10_what_a_device_says_it_wrote */
	{0x191850, 31317}, /* test_a_node_without_memory_gives_pages_of_the_nearest */
	{0x191b80, 31371}, /* world_make */
	{0x191dd0, 31382}, /* check_whole */
	{0x191e90, 31394}, /* distance */
	{0x191eb0, 31403}, /* check_all */
	{0x191f00, 31413}, /* test_requests_go_to_the_next_node_by_distance */
	{0x192270, 31459}, /* test_blocks_and_chunks_fall_back_too */
	{0x192610, 31496}, /* test_a_node_by_itself_is_kept_to */
	{0x192830, 31529}, /* test_a_nodemask_is_never_left */
	{0x192c20, 31559}, /* test_a_bulk_request_takes_what_several_nodes_have */
	{0x192f50, 31609}, /* test_runs_across_a_border_go_back_to_both */
	{0x1930a0, 31651}, /* test_references_and_splits_find_their_node */
	{0x1932e0, 31694}, /* test_a_double_free_through_another_node_panics */
	{0x193390, 31741}, /* free_again */
	{0x1933b0, 31752}, /* test_turns_pass_over_nodes_without_memory */
	{0x193600, 31794}, /* test_borders_move_to_whole_chunks */
	{0x193910, 31828}, /* test_random_requests_through_all_nodes_lose_nothing */
	{0x193cd0, 31880}, /* test_a_promise_larger_than_a_node_is_spread */
	{0x194310, 31924}, /* test_chunks_and_blocks_are_drawn_from_all_nodes */
	{0x194750, 31972}, /* test_a_promise_of_far_memory_is_kept_with_near_memory */
	{0x194920, 32026}, /* test_more_given_back_than_all_nodes_promised_panics */
	{0x1949e0, 32078}, /* give_back_eleven */
	{0x194a00, 32095}, /* test_a_held_page_of_another_node_outlives_its_mapping */
	{0x194bf0, 32149}, /* numa_check */
	{0x194f60, 32160}, /* test_ranges_without_ram_cost_nothing */
	{0x195480, 32197}, /* ranges_are */
	{0x1955d0, 32208}, /* test_nodes_without_memory_fall_back_by_distance */
	{0x1958e0, 32256}, /* distance_of */
	{0x1958f0, 32268}, /* order_is */
	{0x1959d0, 32277}, /* test_orders_go_by_distance_then_upwards_from_the_node */
	{0x195ed0, 32331}, /* test_without_distances_all_others_are_equally_far */
	{0x1961a0, 32381}, /* test_distances_below_local_turn_nodes_off */
	{0x1963a0, 32423}, /* test_nids_are_ranks_of_sparse_domains */
	{0x1965f0, 32461}, /* test_unclaimed_ram_goes_to_node_0 */
	{0x196800, 32495}, /* test_interleaved_and_unsorted_ranges_are_settled */
	{0x196930, 32544}, /* test_a_page_has_one_node_where_ranges_meet_inside_it */
	{0x196b10, 32597}, /* test_ranges_up_to_the_top_of_memory_are_cut */
	{0x196cb0, 32641}, /* test_overlapping_domains_turn_nodes_off */
	{0x196fe0, 32681}, /* test_empty_ranges_and_empty_tables_are_told */
	{0x197310, 32725}, /* test_more_than_64_domains_turn_nodes_off */
	{0x197840, 32766}, /* test_the_most_pieces_fit */
	{0x197af0, 32791}, /* test_addresses_are_looked_up */
	{0x197ec0, 32820}, /* test_one_node_has_all_ram */
	{0x1981b0, 32846}, /* test_fake_nodes_are_about_equal */
	{0x1984f0, 32878}, /* test_fake_nodes_are_not_smaller_than_a_cut */
	{0x198770, 32921}, /* test_fake_nodes_out_of_range_panic */
	{0x198830, 32956}, /* fake_of */
	{0x198850, 32964}, /* test_o09_tcp_options_that_would_stop_a_walk */
	{0x198b10, 33008}, /* test_every_length_is_judged_by_its_own_bytes */
	{0x198d80, 33053}, /* good_make */
	{0x198f60, 33063}, /* parse */
	{0x198f90, 33069}, /* test_good_frames_are_good */
	{0x1991e0, 33095}, /* test_each_wrong_field_has_its_name */
	{0x199b90, 33130}, /* test_every_bit_of_the_header_is_under_the_checksum */
	{0x199cf0, 33181}, /* test_addresses_that_are_never_routed */
	{0x19a020, 33218}, /* test_ip_options_fit_or_are_refused */
	{0x19a330, 33253}, /* test_fragments_can_be_put_together */
	{0x19a610, 33288}, /* test_udp_and_tcp_lengths */
	{0x19aa20, 33313}, /* test_the_checksum_follows_the_ttl */
	{0x19ac50, 33347}, /* test_the_longest_prefix_wins_in_any_order */
	{0x19b1f0, 33389}, /* setup */
	{0x19b2a0, 33395}, /* test_routes_agree_with_a_look_at_all */
	{0x19b510, 33432}, /* test_recycling_gives_back_what_it_cannot_keep */
	{0x19b840, 33478}, /* test_there_are_only_so_many_groups */
	{0x19b990, 33513}, /* test_buffers_are_conserved */
	{0x19bce0, 33540}, /* test_splits_down_and_merges_back_for_every_order */
	{0x19be90, 33589}, /* blocks_are */
	{0x19c150, 33600}, /* test_a_split_leaves_one_block_of_each_order_between */
	{0x19c270, 33652}, /* test_a_buddy_below_the_first_page_is_not_merged */
	{0x19c360, 33700}, /* test_a_buddy_that_is_allocated_is_not_merged */
	{0x19c4a0, 33745}, /* test_a_buddy_in_a_hole_or_past_the_end_is_not_merged */
	{0x19c5a0, 33798}, /* test_the_last_page_of_a_ragged_end_is_usable */
	{0x19c760, 33843}, /* test_the_free_lists_do_not_depend_on_the_order_of_frees */
	{0x19c930, 33899}, /* test_requests_that_make_no_sense_are_refused */
	{0x19cb90, 33944}, /* test_a_shortage_empties_the_cpus_caches_first */
	{0x19cd20, 33990}, /* test_a_double_free_panics_wherever_the_page_went */
	{0x19d140, 34039}, /* free_it */
	{0x19d160, 34047}, /* free_it_in_bulk */
	{0x19d1a0, 34063}, /* test_the_same_page_twice_in_one_bulk_free_panics */
	{0x19d2f0, 34112}, /* test_a_double_free_of_a_block_panics */
	{0x19d430, 34149}, /* test_a_free_with_a_wrong_order_panics */
	{0x19d590, 34187}, /* test_a_free_of_a_page_inside_a_block_panics */
	{0x19d7e0, 34231}, /* test_a_free_of_what_was_never_owned_panics */
	{0x19dde0, 34274}, /* test_a_block_may_not_reach_into_what_is_not_owned */
	{0x19e080, 34324}, /* test_a_hole_of_whole_chunks_needs_no_records */
	{0x19e1d0, 34369}, /* test_the_panic_names_page_state_and_caller */
	{0x19e3a0, 34412}, /* test_a_referenced_page_survives_one_free */
	{0x19e620, 34453}, /* test_a_referenced_block_survives_one_free */
	{0x19e8b0, 34495}, /* test_a_block_with_a_page_referenced_inside_is_not_freed */
	{0x19eab0, 34551}, /* test_a_reference_to_a_free_page_panics */
	{0x19eb50, 34590}, /* get_it */
	{0x19eb60, 34597}, /* test_a_split_block_is_freed_page_by_page_and_merges */
	{0x19ecc0, 34649}, /* test_dma32_requests_stay_below_4_gib */
	{0x19f0d0, 34686}, /* test_blocks_never_merge_across_the_zones */
	{0x19f1c0, 34727}, /* test_a_bound_keeps_the_list_of_open_chunks_short */
	{0x19f3e0, 34776}, /* test_a_full_array_returns_its_length */
	{0x19f610, 34813}, /* test_an_empty_array_is_filled_once */
	{0x19fe40, 34848}, /* test_holes_are_filled_and_pages_kept */
	{0x1a00c0, 34885}, /* test_a_short_return_is_the_populated_prefix_and_can_be_retried */
	{0x1a03f0, 34948}, /* test_with_no_page_free_nothing_is_filled */
	{0x1a0550, 34989}, /* test_pages_of_a_batch_can_be_freed_alone_in_any_order */
	{0x1a06e0, 35043}, /* test_only_null_slots_change_whatever_the_pattern */
	{0x1a0aa0, 35092}, /* test_a_list_is_appended_to */
	{0x1a0de0, 35119}, /* test_freeing_in_bulk_skips_null_and_ignores_no_array */
	{0x1a0fa0, 35172}, /* test_large_batches_come_from_whole_chunks_and_small_ones_do_not */
	{0x1a11d0, 35236}, /* test_nodes_that_do_not_exist_give_nothing */
	{0x1a14f0, 35278}, /* test_zeroed_pages_are_zero_to_the_last_byte */
	{0x1a1a80, 35322}, /* test_a_page_of_ours_given_again */
	{0x1a1ab0, 35354}, /* spoiled_run */
	{0x1a1bf0, 35366}, /* spoil_a_page_of_ours_given_again */
	{0x1a1c40, 35399}, /* meddle */
	{0x1a1c90, 35406}, /* test_a_page_inside_a_block_given */
	{0x1a1cc0, 35439}, /* spoil_a_page_inside_a_block_given */
	{0x1a1d20, 35473}, /* test_a_hole_given */
	{0x1a1d50, 35491}, /* spoil_a_hole_given */
	{0x1a1d90, 35510}, /* test_a_reserved_page_given */
	{0x1a1dc0, 35537}, /* spoil_a_reserved_page_given */
	{0x1a1e00, 35565}, /* test_what_is_no_record_given */
	{0x1a1e30, 35594}, /* spoil_what_is_no_record_given */
	{0x1a1e50, 35624}, /* test_a_record_past_the_end_given */
	{0x1a1e80, 35657}, /* spoil_a_record_past_the_end_given */
	{0x1a1ec0, 35691}, /* test_a_block_given_that_is_not_aligned */
	{0x1a1ef0, 35730}, /* spoil_a_block_given_that_is_not_aligned */
	{0x1a1f20, 35770}, /* test_a_page_given_from_the_wrong_zone */
	{0x1a1f50, 35808}, /* spoil_a_page_given_from_the_wrong_zone */
	{0x1a1f90, 35847}, /* test_a_page_given_with_a_reference */
	{0x1a1fc0, 35882}, /* spoil_a_page_given_with_a_reference */
	{0x1a1ff0, 35918}, /* test_a_page_given_with_flags */
	{0x1a2020, 35947}, /* spoil_a_page_given_with_flags */
	{0x1a2050, 35977}, /* test_a_block_refused_though_one_is_free */
	{0x1a2080, 36017}, /* spoil_a_block_refused_though_one_is_free */
	{0x1a20c0, 36058}, /* test_a_batch_cut_short_though_pages_are_free */
	{0x1a20f0, 36103}, /* spoil_a_batch_cut_short_though_pages_are_free */
	{0x1a2150, 36149}, /* test_a_count_that_is_not_the_prefix */
	{0x1a2180, 36185}, /* spoil_a_count_that_is_not_the_prefix */
	{0x1a21a0, 36222}, /* test_a_full_slot_overwritten */
	{0x1a21d0, 36251}, /* spoil_a_full_slot_overwritten */
	{0x1a2240, 36281}, /* test_the_slot_after_the_array_overwritten */
	{0x1a2270, 36323}, /* spoil_the_slot_after_the_array_overwritten */
	{0x1a2290, 36366}, /* test_a_page_twice_in_one_batch */
	{0x1a22c0, 36397}, /* spoil_a_page_twice_in_one_batch */
	{0x1a2340, 36429}, /* test_a_list_that_counts_too_many */
	{0x1a2370, 36462}, /* spoil_a_list_that_counts_too_many */
	{0x1a2380, 36496}, /* test_a_list_whose_last_page_has_a_link */
	{0x1a23b0, 36535}, /* spoil_a_list_whose_last_page_has_a_link */
	{0x1a23d0, 36575}, /* test_a_list_with_a_page_missing */
	{0x1a2400, 36607}, /* spoil_a_list_with_a_page_missing */
	{0x1a2430, 36640}, /* test_a_freed_slot_not_cleared */
	{0x1a2460, 36670}, /* spoil_a_freed_slot_not_cleared */
	{0x1a2490, 36701}, /* test_the_slot_after_a_freed_array_overwritten */
	{0x1a24c0, 36747}, /* spoil_the_slot_after_a_freed_array_overwritten */
	{0x1a24e0, 36794}, /* test_a_reference_too_many */
	{0x1a2510, 36820}, /* spoil_a_reference_too_many */
	{0x1a2520, 36847}, /* test_a_reference_lost_in_a_bulk_free */
	{0x1a2550, 36884}, /* spoil_a_reference_lost_in_a_bulk_free */
	{0x1a25a0, 36922}, /* test_a_link_written_while_the_page_was_ours */
	{0x1a25d0, 36966}, /* spoil_a_link_written_while_the_page_was_ours */
	{0x1a2600, 37011}, /* test_a_zeroed_block_whose_last_byte_is_not_zero */
	{0x1a2610, 37059}, /* spoiled_contents */
	{0x1a2700, 37076}, /* spoil_last_byte */
	{0x1a2750, 37092}, /* test_a_page_written_while_it_was_ours */
	{0x1a2770, 37130}, /* spoil_owned */
	{0x1a27c0, 37142}, /* test_a_refused_request_that_returned_something */
	{0x1a27f0, 37189}, /* spoil_a_refused_request_that_returned_something */
	{0x1a2800, 37237}, /* test_a_refused_request_that_filled_a_slot */
	{0x1a2830, 37279}, /* spoil_a_refused_request_that_filled_a_slot */
	{0x1a2840, 37322}, /* test_a_zone_that_counts_one_page_too_many */
	{0x1a2870, 37364}, /* spoil_a_zone_that_counts_one_page_too_many */
	{0x1a2880, 37407}, /* test_a_page_counted_in_the_wrong_zone */
	{0x1a28b0, 37445}, /* spoil_a_page_counted_in_the_wrong_zone */
	{0x1a28d0, 37484}, /* test_a_panic_of_the_allocator */
	{0x1a2900, 37514}, /* spoil_a_panic_of_the_allocator */
	{0x1a2930, 37545}, /* test_a_flipped_bit_of_the_free_map */
	{0x1a2960, 37580}, /* spoil_a_flipped_bit_of_the_free_map */
	{0x1a29d0, 37616}, /* test_free_blocks_other_than_at_the_start */
	{0x1a2a00, 37657}, /* spoil_free_blocks_other_than_at_the_start */
	{0x1a2a10, 37699}, /* test_a_leak_made_up_for_by_another_owners_page */
	{0x1a2a50, 37746}, /* spoil_a_leak_made_up_for_by_another_owners_page */
	{0x1a2b00, 37794}, /* test_the_same_seed_gives_the_same_operations */
	{0x1a2d40, 37839}, /* test_runs_are_found_where_they_are_and_nowhere_else */
	{0x1a3090, 37891}, /* test_both_zones */
	{0x1a30e0, 37907}, /* shape_run */
	{0x1a3250, 37917}, /* test_one_small_zone */
	{0x1a32b0, 37937}, /* test_from_page_512 */
	{0x1a3310, 37956}, /* test_above_4_gib */
	{0x1a3370, 37973}, /* test_fragments */
	{0x1a33d0, 37988}, /* test_nothing_cached */
	{0x1a3430, 38008}, /* test_zeroed_where_asked_for_and_nothing_else_written */
	{0x1a3440, 38061}, /* run_on_frames */
	{0x1a3520, 38075}, /* test_zeroed_always_where_that_is_forced */
	{0x1a3530, 38115}, /* test_every_sequence_of_four_steps_on_16_aligned_pages */
	{0x1a3540, 38169}, /* walk */
	{0x1a4020, 38174}, /* model_take */
	{0x1a40c0, 38185}, /* test_every_sequence_of_four_steps_on_16_pages_across_words */
	{0x1a40d0, 38244}, /* test_every_sequence_of_four_steps_on_16_pages_across_chunks */
	{0x1a40e0, 38304}, /* test_the_small_model_notices */
	{0x1a4460, 38333}, /* test_a_page_out_of_a_gigabyte_splits_it_exactly */
	{0x1a4920, 38381}, /* mapped_are */
	{0x1a4b10, 38392}, /* unmap */
	{0x1a4b50, 38398}, /* add_leaf */
	{0x1a4c00, 38407}, /* tell */
	{0x1a4c60, 38412}, /* test_both_ends_are_split_where_they_lie */
	{0x1a4f90, 38452}, /* test_whole_leaves_go_without_a_split */
	{0x1a5410, 38489}, /* test_runs_are_told_joined_and_in_order */
	{0x1a5a60, 38528}, /* test_what_allows_nothing_keeps_its_frame */
	{0x1a5fd0, 38569}, /* test_protecting_skips_holes_and_leaves_cache_types */
	{0x1a6260, 38620}, /* test_remapping_replaces_one_leaf */
	{0x1a67e0, 38653}, /* test_running_out_of_tables_in_a_split_changes_nothing */
	{0x1a6ce0, 38707}, /* test_an_array_that_fails_leaves_things_as_they_were */
	{0x1a71d0, 38759}, /* test_tables_are_freed_after_the_flush_only */
	{0x1a75b0, 38802}, /* test_few_pages_are_flushed_one_by_one */
	{0x1a7b30, 38840}, /* test_leaves_are_no_larger_than_asked */
	{0x1a7d70, 38877}, /* test_a_range_lies_in_its_half */
	{0x1a81b0, 38907}, /* test_tables_needed_are_those_that_mapping_takes */
	{0x1a8600, 38955}, /* test_shared_entries_of_the_top_table_are_announced_and_stay */
	{0x1a8a30, 39015}, /* announce */
	{0x1a8a60, 39024}, /* pt_pool_make */
	{0x1a8aa0, 39037}, /* pt_pool_setup */
	{0x1a8b60, 39051}, /* pt_pool_allow_all */
	{0x1a8b70, 39069}, /* pt_pool_begin */
	{0x1a8b80, 39083}, /* alloc_table */
	{0x1a8c20, 39095}, /* free_table */
	{0x1a8cf0, 39106}, /* flush */
	{0x1a8da0, 39112}, /* pt_pool_used */
	{0x1a8db0, 39125}, /* pt_pool_allow */
	{0x1a8dc0, 39139}, /* pt_pool_save */
	{0x1a8e20, 39152}, /* pt_pool_is_as_saved */
	{0x1a8ec0, 39172}, /* pt_pool_flushed */
	{0x1a8ed0, 39188}, /* pt_pool_is_wrong */
	{0x1a8ee0, 39205}, /* test_a_space_takes_and_gives_back_its_tables */
	{0x1a93f0, 39250}, /* table_alloc */
	{0x1a9430, 39262}, /* table_free */
	{0x1a9450, 39273}, /* test_destroying_a_space_frees_what_is_left */
	{0x1a9630, 39316}, /* test_a_space_without_pages_is_none */
	{0x1a9700, 39351}, /* test_a_space_has_the_low_half_only */
	{0x1a9930, 39386}, /* test_an_active_space_is_not_destroyed */
	{0x1a9a20, 39424}, /* destroy */
	{0x1a9a30, 39432}, /* test_random_operations_agree_with_a_shadow_of_pages */
	{0x1aaaf0, 39484}, /* all_is_right */
	{0x1aaba0, 39497}, /* do_map_run */
	{0x1aaef0, 39508}, /* walk_leaf */
	{0x1aafa0, 39518}, /* unmapped */
	{0x1ab0e0, 39527}, /* test_each_piece_gets_the_largest_leaf_inside */
	{0x1ab740, 39572}, /* add_leaf */
	{0x1ab780, 39581}, /* test_leaves_need_both_sides_aligned */
	{0x1ab900, 39617}, /* test_a_leaf_says_what_it_allows */
	{0x1abd20, 39649}, /* test_both_ends_of_both_halves_can_be_mapped */
	{0x1ac050, 39693}, /* test_what_makes_no_sense_is_refused */
	{0x1ac200, 39729}, /* test_a_run_that_meets_a_mapping_leaves_things_as_they_were */
	{0x1ac590, 39788}, /* test_running_out_of_tables_leaves_things_as_they_were */
	{0x1ac8f0, 39842}, /* test_a_walk_stops_when_told */
	{0x1aca10, 39870}, /* stop_at_third */
	{0x1aca20, 39884}, /* test_random_runs_are_where_they_were_put */
	{0x1acf70, 39925}, /* audit_leaf */
	{0x1ad040, 39936}, /* test_without_nx_prot_reads_the_same_and_no_entry_has_bit_63 */
	{0x1ad630, 39996}, /* has_bit_63 */
	{0x1ad6c0, 40007}, /* test_no_function_is_no_function */
	{0x1ad850, 40039}, /* mock_read */
	{0x1ad910, 40049}, /* mock_write */
	{0x1ad9d0, 40060}, /* test_a_function_is_told_whole */
	{0x1adc20, 40090}, /* test_further_functions_count_only_if_the_first_says_so */
	{0x1ade40, 40145}, /* test_vendors_that_are_none_are_not_functions */
	{0x1ae010, 40190}, /* test_bridges_are_followed_to_their_buses */
	{0x1ae2f0, 40231}, /* test_bridges_that_lead_in_circles_are_followed_once */
	{0x1ae570, 40283}, /* test_bridges_out_of_the_area_are_not_followed */
	{0x1ae7d0, 40329}, /* test_functions_that_there_is_no_room_for_are_counted */
	{0x1aeb40, 40382}, /* test_ids_match_by_number_or_by_class */
	{0x1aed60, 40419}, /* test_bars_of_each_kind_are_sized */
	{0x1af270, 40452}, /* test_a_bar_larger_than_4_gib_is_sized */
	{0x1af3f0, 40490}, /* test_bars_that_cannot_be_used_say_why */
	{0x1af770, 40528}, /* test_a_bridge_has_two_bars_and_other_headers_none */
	{0x1af940, 40578}, /* test_capabilities_are_found_in_the_lists_order */
	{0x1afc20, 40625}, /* test_broken_lists_of_capabilities_end */
	{0x1afec0, 40663}, /* test_areas_of_an_mcfg_are_read */
	{0x1b0100, 40694}, /* test_areas_that_there_is_no_room_for_are_counted */
	{0x1b02b0, 40743}, /* test_an_mcfg_that_is_broken_is_refused_whole */
	{0x1b06f0, 40788}, /* refused */
	{0x1b0770, 40796}, /* test_random_configuration_spaces_end */
	{0x1b0c00, 40833}, /* test_intel_by_model */
	{0x1b0e10, 40853}, /* ask */
	{0x1b0e80, 40857}, /* test_intel_without_architectural_counters_has_none */
	{0x1b1000, 40908}, /* test_amd_since_zen */
	{0x1b1240, 40927}, /* test_registers_are_read_from_old_and_new_fields */
	{0x1b1600, 40975}, /* fadt_begin */
	{0x1b1640, 40986}, /* gas */
	{0x1b1690, 40990}, /* read_power */
	{0x1b16c0, 41001}, /* test_registers_that_cannot_be_count_as_absent */
	{0x1b1a50, 41047}, /* test_the_dsdt_is_where_either_field_says */
	{0x1b1bf0, 41088}, /* test_s5_is_read_in_all_its_forms */
	{0x1b1f80, 41121}, /* found */
	{0x1b2000, 41127}, /* test_what_is_no_s5_is_not_taken_for_one */
	{0x1b2450, 41167}, /* test_random_aml_is_read_within_its_bounds */
	{0x1b2660, 41209}, /* test_letters_digits_and_signs_are_those_of_a_us_keyboard */
	{0x1b35d0, 41266}, /* typed */
	{0x1b3680, 41272}, /* test_shift_caps_and_control_change_keys */
	{0x1b46a0, 41312}, /* test_cursor_keys_are_escape_sequences */
	{0x1b52b0, 41350}, /* test_what_is_no_key_of_ours_sends_nothing */
	{0x1b5a60, 41392}, /* test_start_information_is_read */
	{0x1b5f90, 41423}, /* fill */
	{0x1b60d0, 41428}, /* test_no_memory_map_is_an_error */
	{0x1b65d0, 41459}, /* test_what_lies_outside_of_the_window_is_not_read */
	{0x1b70f0, 41508}, /* test_modules_beyond_the_table_are_counted_and_reserved */
	{0x1b7440, 41563}, /* test_lists_beyond_all_measure_are_refused */
	{0x1b77b0, 41605}, /* test_ends_that_wrap_never_make_ram */
	{0x1b79d0, 41640}, /* test_a_long_command_line_is_cut */
	{0x1b7c10, 41672}, /* test_random_damage_is_survived */
	{0x1b7f70, 41703}, /* test_claims_overlap_where_they_share_an_address */
	{0x1b8260, 41751}, /* test_a_waiter_waits_for_work_and_for_earlier_waiters_only */
	{0x1b84a0, 41809}, /* test_borders_in_a_pinned_claim_stay_and_those_in_others_may_go */
	{0x1b8830, 41872}, /* test_what_is_not_claimed_is_not_waited_for */
	{0x1b8a40, 41915}, /* test_claims_take_any_place_that_is_free */
	{0x1b8d00, 41955}, /* test_a_cpu_with_a_claim_cannot_wait */
	{0x1b8e50, 41991}, /* work_in_work */
	{0x1b8e70, 42004}, /* way_in_work */
	{0x1b8e90, 42016}, /* test_finds_what_contains_an_address_and_what_comes_next */
	{0x1b9270, 42072}, /* test_overlaps_are_refused_and_touching_is_none */
	{0x1b9730, 42119}, /* test_a_gap_is_the_lowest_that_fits */
	{0x1b9ee0, 42154}, /* test_resizing_moves_both_gaps */
	{0x1ba190, 42184}, /* test_agrees_with_a_map_of_units */
	{0x1ba5d0, 42216}, /* test_ten_thousand_ranges_stay_balanced */
	{0x1ba730, 42255}, /* test_no_more_is_promised_than_there_is */
	{0x1ba950, 42294}, /* test_what_is_promised_is_given_to_nobody_else */
	{0x1bad50, 42340}, /* test_a_promised_page_is_always_there */
	{0x1bafc0, 42377}, /* test_more_given_back_than_promised_panics */
	{0x1bb0a0, 42419}, /* give_back_two */
	{0x1bb0c0, 42433}, /* test_sums_agree_whatever_the_order */
	{0x1bb510, 42468}, /* test_copies_promised_are_right_in_every_order_of_stores_and_leavings */
	{0x1bb730, 42537}, /* all_orders */
	{0x1bbad0, 42548}, /* test_the_last_sharer_waits_while_all_others_copy */
	{0x1bbae0, 42597}, /* test_a_copy_that_is_given_up_leaves_the_sharer */
	{0x1bbaf0, 42644}, /* test_board_and_modules_are_read */
	{0x1bc150, 42676}, /* test_tables_cut_anywhere_end_the_reading */
	{0x1bc4c0, 42717}, /* test_string_numbers_beyond_the_strings_are_empty */
	{0x1bc830, 42766}, /* test_modules_beyond_the_table_are_counted */
	{0x1bc990, 42808}, /* test_entry_points_of_both_forms_are_found */
	{0x1bcd50, 42850}, /* test_uefi_lists_the_entry_point */
	{0x1bd0c0, 42882}, /* test_random_damage_is_survived */
	{0x1bd520, 42913}, /* test_domains_of_cpus_have_32_bits */
	{0x1bd8b0, 42947}, /* test_domains_of_revision_1_have_8_bits */
	{0x1bdab0, 42986}, /* test_memory_has_its_range_and_flags */
	{0x1bddc0, 43022}, /* test_memory_that_is_empty_or_wraps_is_counted */
	{0x1bdf50, 43068}, /* test_the_first_domain_of_a_cpu_counts */
	{0x1be150, 43106}, /* test_what_does_not_fit_is_counted */
	{0x1be370, 43140}, /* test_memory_beyond_the_room_is_counted */
	{0x1be4e0, 43179}, /* test_other_initiators_are_skipped */
	{0x1be620, 43213}, /* test_a_broken_srat_is_good_up_to_there */
	{0x1be920, 43252}, /* test_distances_are_read_row_by_row */
	{0x1bec50, 43287}, /* parse_slit */
	{0x1beca0, 43298}, /* test_a_wrong_slit_says_nothing */
	{0x1bf150, 43329}, /* test_one_value_is_all_of_them */
	{0x1bf2d0, 43359}, /* test_two_values */
	{0x1bf4c0, 43375}, /* test_eight_values_of_a_textbook */
	{0x1bf6c0, 43407}, /* test_ten_values_have_two_in_the_middle */
	{0x1bf8b0, 43446}, /* test_p99_is_the_smallest_that_99_percent_do_not_exceed */
	{0x1bfbe0, 43501}, /* test_equal_values_have_no_deviation */
	{0x1bfdd0, 43537}, /* test_large_values_do_not_overflow */
	{0x1bfe90, 43571}, /* test_the_mean_is_rounded */
	{0x1bff80, 43596}, /* test_sorts_whatever_the_order */
	{0x1c0220, 43626}, /* test_square_roots_are_rounded_down */
	{0x1c0490, 43661}, /* test_square_roots_of_many_numbers_are_roots */
	{0x1c0580, 43705}, /* test_lines_become_messages_by_what_they_begin_with */
	{0x1c09d0, 43756}, /* put */
	{0x1c0a00, 43760}, /* next */
	{0x1c0a30, 43765}, /* test_a_line_waits_for_its_end_and_a_message_until_it_is_sent */
	{0x1c0c70, 43826}, /* test_long_lines_are_split_and_nothing_is_cut */
	{0x1c0f80, 43871}, /* test_what_there_is_no_room_for_shows_as_a_gap */
	{0x1c11b0, 43917}, /* test_machine_a_asks_pvclock */
	{0x1c14a0, 43945}, /* calibrate */
	{0x1c15c0, 43955}, /* read_hpet */
	{0x1c1650, 43965}, /* read_pm */
	{0x1c16f0, 43973}, /* read_pit */
	{0x1c1780, 43982}, /* read_tsc */
	{0x1c17d0, 43991}, /* ask_cpuid */
	{0x1c18d0, 44001}, /* ask_pvclock */
	{0x1c18f0, 44013}, /* test_pvclock_shifts_both_ways */
	{0x1c1bd0, 44043}, /* test_machine_b_measures_and_does_not_take_the_nominal_number */
	{0x1c1f80, 44104}, /* test_machine_c_measures_with_the_pm_timer */
	{0x1c2320, 44146}, /* test_machine_d_has_no_clock_and_goes_on */
	{0x1c26a0, 44186}, /* test_leaves_beyond_the_maximum_are_refused */
	{0x1c2e00, 44229}, /* test_numbers_that_no_tsc_has_are_refused */
	{0x1c31f0, 44270}, /* test_sources_come_in_their_order */
	{0x1c3c00, 44303}, /* test_a_source_that_disagrees_with_all_is_passed_over */
	{0x1c41d0, 44356}, /* test_counters_that_stop_halfway_do_not_hang */
	{0x1c4890, 44400}, /* test_fast_and_slow_accesses_give_the_same_answer */
	{0x1c4ba0, 44449}, /* test_products_do_not_overflow */
	{0x1c4e20, 44479}, /* test_what_fits_misses_once */
	{0x1c50b0, 44506}, /* test_a_circle_too_long_misses_in_the_full_sets */
	{0x1c5390, 44553}, /* test_huge_leaves_help_within_their_reach_and_less_beyond */
	{0x1c56e0, 44610}, /* test_a_bracket_holds_the_offset_and_becomes_narrow */
	{0x1c57e0, 44661}, /* measure */
	{0x1c5920, 44669}, /* test_a_spread_is_that_of_the_first_and_the_last */
	{0x1c5b00, 44717}, /* test_a_tsc_that_jumps_is_told */
	{0x1c5bd0, 44747}, /* test_ports_without_a_chip_are_absent_and_cheap */
	{0x1c5e80, 44794}, /* chip_in8 */
	{0x1c5f00, 44803}, /* chip_out8 */
	{0x1c5f60, 44813}, /* test_a_chip_is_set_up */
	{0x1c6290, 44835}, /* test_a_chip_keeps_its_speed_if_none_is_given */
	{0x1c6400, 44880}, /* test_bytes_are_received_one_by_one */
	{0x1c65b0, 44915}, /* test_older_chips_send_a_byte_at_a_time */
	{0x1c68f0, 44954}, /* test_a_fifo_is_filled_but_never_overrun */
	{0x1c6b40, 44994}, /* test_a_stalled_transmitter_drops_after_a_bounded_wait */
	{0x1c6d90, 45048}, /* test_draining_ends_even_if_data_never_does */
	{0x1c6f00, 45091}, /* test_sizes_of_queues_are_powers_of_two */
	{0x1c7090, 45130}, /* test_rings_are_where_an_old_device_looks_for_them */
	{0x1c71d0, 45180}, /* test_buffers_are_offered_and_come_back_in_any_order */
	{0x1c7730, 45232}, /* test_a_device_that_does_not_want_to_be_told_is_not */
	{0x1c7860, 45283}, /* test_what_is_sent_is_read_only */
	{0x1c7960, 45314}, /* test_large_rings_hold_no_more_than_small_ones */
	{0x1c7bc0, 45360}, /* test_indexes_wrap */
	{0x1c7d90, 45378}, /* test_devices_that_break_the_rules_are_found_out */
	{0x1c7f10, 45426}, /* descriptor_out_of_range */
	{0x1c7f40, 45450}, /* descriptor_far_out_of_range */
	{0x1c7f80, 45478}, /* descriptor_not_given */
	{0x1c8010, 45499}, /* more_than_given */
	{0x1c80c0, 45515}, /* index_backwards */
	{0x1c80d0, 45531}, /* take_after */
	{0x1c81d0, 45542}, /* test_a_buffer_is_given_back_once */
	{0x1c82b0, 45575}, /* same_twice */
	{0x1c8310, 45586}, /* test_random_devices_lose_no_page */
	{0x1c86d0, 45619}, /* test_features_are_chosen_by_the_interface */
	{0x1c8910, 45661}, /* test_devices_that_lack_what_is_needed_are_refused_with_a_reason */
	{0x1c8a60, 45725}, /* test_areas_of_registers_are_checked */
	{0x1c8c00, 45761}, /* test_queues_are_told_of_inside_their_area */
	{0x1c8ed0, 45803}, /* test_a_huge_area_falls_back_chunk_by_chunk */
	{0x1c9240, 45846}, /* pool_shape */
	{0x1c9360, 45857}, /* pages_hold */
	{0x1c9440, 45868}, /* huge_leaves */
	{0x1c94b0, 45880}, /* teardown */
	{0x1c94f0, 45889}, /* test_without_a_free_chunk_an_area_has_small_leaves */
	{0x1c9750, 45940}, /* test_an_area_that_cannot_be_backed_leaves_no_trace */
	{0x1c9930, 45991}, /* test_nohugevmalloc_maps_the_same_with_small_leaves */
	{0x1c9c00, 46042}, /* test_base_leaves_on_request */
	{0x1c9e50, 46070}, /* test_a_page_behind_a_huge_leaf_can_be_held_and_protected_alone */
	{0x1ca250, 46133}, /* test_what_is_held_keeps_its_link */
	{0x1ca430, 46166}, /* test_sizes_and_the_guard_page */
	{0x1ca960, 46196}, /* test_scattered_pages_are_mapped_and_stay_the_callers */
	{0x1cacb0, 46249}, /* test_zeroed_areas_are_zero */
	{0x1cb080, 46276}, /* test_freed_areas_wait_until_too_much_does */
	{0x1cb260, 46318}, /* test_a_shortage_of_memory_forces_a_purge */
	{0x1cb470, 46359}, /* test_a_shortage_of_addresses_forces_a_purge */
	{0x1cb750, 46403}, /* test_wrong_frees_panic */
	{0x1cb9f0, 46426}, /* panics */
	{0x1cba20, 46433}, /* give_it */
	{0x1cba40, 46441}, /* unmap_it */
	{0x1cba60, 46450}, /* test_protecting_beyond_an_area_is_refused */
	{0x1cbd00, 46492}, /* test_every_missing_table_leaves_no_trace */
	{0x1cc0d0, 46533}, /* test_random_areas_keep_their_contents */
	{0x1cc300, 46571}, /* random_step */
	{0x1cc540, 46583}, /* test_the_io_apic_of_an_input_is_found */
	{0x1cc890, 46621}, /* find */
	{0x1cc8d0, 46626}, /* ioapic_add */
	{0x1cc920, 46637}, /* test_inputs_that_isa_devices_do_not_have_are_preferred */
	{0x1ccac0, 46692}, /* test_seconds_become_ticks_within_what_the_counter_holds */
	{0x1ccc50, 46748}, /* start_high */
	{0x1ccc80, 46759}, /* ap_entry */
	{0x1cccab, 46768}, /* ap_entry.short_id */
	{0x1cccb7, 46786}, /* ap_entry.search */
	{0x1cccc8, 46802}, /* ap_entry.next */
	{0x1cccd8, 46816}, /* ap_entry.found */
	{0x1cccf9, 46831}, /* ap_entry.not_wanted */
	{0x1ccd00, 46851}, /* context_run */
	{0x1ccd2b, 46863}, /* context_abort */
	{0x1ccd4b, 46877}, /* context_call_on */
	{0x1ccd60, 46893}, /* isr_stubs */
	{0x1cdd60, 46903}, /* isr_common */
	{0x1cddb0, 46914}, /* port_lock_wait */
	{0x1cdde0, 46929}, /* memmove */
	{0x1cddeb, 46937}, /* memcpy */
	{0x1cde01, 46944}, /* memcpy.done */
	{0x1cde02, 46956}, /* memmove.backward */
	{0x1cde17, 46973}, /* memset */
	{0x1cde3f, 46980}, /* memset.done */
	{0xffffffff, 0},
};

const char ksym_names[] KSYMS =
	"header\0"
	"header.request\0"
	"header.request_end\0"
	"early_gdt\0"
	"early_gdt_pointer\0"
	"uart_setup\0"
	"text_no_long_mode\0"
	"pvh_entry\0"
	"multiboot2_entry\0"
	"start\0"
	"start.here\0"
	"start.efer\0"
	"fill\0"
	"extended_features\0"
	"extended_features.none\0"
	"find_nx\0"
	"find_nx.end\0"
	"no_long_mode\0"
	"no_long_mode.setup\0"
	"no_long_mode.next\0"
	"no_long_mode.wait\0"
	"no_long_mode.end\0"
	"no_long_mode.halt\0"
	"start64\0"
	"bench_say\0"
	"bench_run\0"
	"rows_collect\0"
	"bench_list\0"
	"empty_loop\0"
	"pattern_select\0"
	"bench_on_cpus\0"
	"share_do\0"
	"glob_match\0"
	"glob_each\0"
	"bench_median\0"
	"bench_stats_of\0"
	"bench_figure_of\0"
	"report_print\0"
	"stats_sqrt\0"
	"stats_compute\0"
	"tlb_model_reset\0"
	"tlb_model_read\0"
	"lookup_run\0"
	"table_unavailable\0"
	"lookup_summary\0"
	"leaves_claim\0"
	"gemm_avx2\0"
	"gemm_avx512\0"
	"gemm_sse2\0"
	"dense_run\0"
	"dense_unavailable\0"
	"matrix_setup\0"
	"matrix_teardown\0"
	"matrix_summary\0"
	"program_print\0"
	"growth_claim\0"
	"n_print\0"
	"largest\0"
	"trace_run\0"
	"trace_unavailable\0"
	"gemm_plain\0"
	"matrix_fill\0"
	"gemm_right\0"
	"trace_fill\0"
	"trace_sum\0"
	"array_run\0"
	"list_run\0"
	"refill_run\0"
	"loop_run\0"
	"free_run\0"
	"claim_values\0"
	"values_claim\0"
	"claim_rows\0"
	"claim_growth\0"
	"claim_unjudged\0"
	"finding_rows\0"
	"clone_run\0"
	"size_unavailable\0"
	"spawn_run\0"
	"latency_run\0"
	"latency_unavailable\0"
	"latency_summary\0"
	"map_run\0"
	"map_unavailable\0"
	"touch_run\0"
	"touch_unavailable\0"
	"touched_verify\0"
	"total_run\0"
	"unmap_run\0"
	"alloc_run\0"
	"order_unavailable\0"
	"page_summary\0"
	"blocks_wanted\0"
	"free_run\0"
	"pair_run\0"
	"aged_unavailable\0"
	"pool_pages\0"
	"pool_slots\0"
	"pool_settle\0"
	"pool_clear\0"
	"pool_fill\0"
	"pool_verify\0"
	"pool_shuffle\0"
	"pool_fresh_setup\0"
	"pool_fresh_teardown\0"
	"pool_aged_setup\0"
	"pool_aged_teardown\0"
	"read_run\0"
	"table_unavailable\0"
	"read_summary\0"
	"leaves_claim\0"
	"regions_run\0"
	"regions_unavailable\0"
	"regions_summary\0"
	"scale_table\0"
	"scale_claim\0"
	"locks_print\0"
	"map_and_touch_run\0"
	"unavailable\0"
	"scale_setup\0"
	"scale_teardown\0"
	"summary\0"
	"on_cpus\0"
	"map_and_touch\0"
	"unmap_run\0"
	"unmap\0"
	"alloc_single_run\0"
	"scale_setup\0"
	"scale_teardown\0"
	"scale_summary\0"
	"on_cpus\0"
	"alloc_single\0"
	"free_single_run\0"
	"free_single\0"
	"pair_run\0"
	"pair\0"
	"alloc_bulk_run\0"
	"alloc_bulk\0"
	"free_bulk_run\0"
	"free_bulk\0"
	"bulk_pair_run\0"
	"bulk_pair\0"
	"hand_over_run\0"
	"hand_over\0"
	"space_huge\0"
	"space_make\0"
	"space_drop\0"
	"space_map\0"
	"space_touch\0"
	"space_touched\0"
	"space_unavailable\0"
	"space_summary\0"
	"sizes_claim\0"
	"pool_summary\0"
	"alloc_run\0"
	"area_unavailable\0"
	"waste_print\0"
	"free_run\0"
	"net_run\0"
	"key_typed\0"
	"card_tell\0"
	"net_command\0"
	"arp_announce\0"
	"request_send\0"
	"arp_send\0"
	"arp_resolve\0"
	"arp_timers\0"
	"arp_clear\0"
	"arp_input\0"
	"net_start_dhcp\0"
	"restart\0"
	"dhcp_timers\0"
	"message_send\0"
	"dhcp_input\0"
	"message_read\0"
	"acknowledged\0"
	"options_read\0"
	"icmp_input\0"
	"icmp_error\0"
	"ip_write\0"
	"ip_send_back\0"
	"ip_input\0"
	"net_outcome_name\0"
	"net_count_name\0"
	"net_accounted\0"
	"net_random\0"
	"net_page_get\0"
	"net_page_put\0"
	"net_send_frame\0"
	"flush\0"
	"net_send_back\0"
	"net_init\0"
	"net_add\0"
	"refill\0"
	"net_set_address\0"
	"net_is_ours\0"
	"net_route\0"
	"net_poll\0"
	"net_nr_flying\0"
	"net_close_pool\0"
	"net_open_pool\0"
	"net_end\0"
	"net_send_udp\0"
	"net_resolve\0"
	"stack_now_ms\0"
	"stack_enter\0"
	"stack_leave\0"
	"stack_poll\0"
	"stack_waits\0"
	"stack_wait_addresses\0"
	"stack_up\0"
	"wanted\0"
	"post\0"
	"receive\0"
	"send\0"
	"reclaim\0"
	"stack_down\0"
	"syslog_put\0"
	"syslog_next\0"
	"syslog_sent\0"
	"udp_write\0"
	"udp_input\0"
	"udp_sum\0"
	"device_receive\0"
	"device_send\0"
	"forward_refill\0"
	"forward_batch\0"
	"forward_sent\0"
	"forward_end\0"
	"frame_fault_name\0"
	"frame_parse\0"
	"frame_age\0"
	"frame_address\0"
	"options_valid\0"
	"payload_check\0"
	"forward_run\0"
	"packet_unavailable\0"
	"packet_setup\0"
	"packet_teardown\0"
	"packet_summary\0"
	"tables_drop\0"
	"packet_row_print\0"
	"route_add\0"
	"router_batch\0"
	"router_begin\0"
	"router_end\0"
	"route_run\0"
	"unavailable\0"
	"setup\0"
	"teardown\0"
	"summary\0"
	"route\0"
	"traffic_station\0"
	"traffic_macs\0"
	"traffic_routes\0"
	"traffic_make\0"
	"traffic_sent_right\0"
	"target_pick\0"
	"ip_checksum\0"
	"receive_run\0"
	"receive_summary\0"
	"command_at\0"
	"command_run\0"
	"line_history\0"
	"line_begin\0"
	"line_key\0"
	"delete\0"
	"replace\0"
	"shell_run\0"
	"show\0"
	"complete\0"
	"help_run\0"
	"history_run\0"
	"exit_run\0"
	"stacks_run\0"
	"stacks_unavailable\0"
	"stacks_summary\0"
	"wasteful_run\0"
	"wasteful_unavailable\0"
	"wasteful_setup\0"
	"wasteful_summary\0"
	"multiboot2_parse\0"
	"boot_add_range\0"
	"boot_add_module\0"
	"pvh_parse\0"
	"e1000_ring_init\0"
	"e1000_rx_post\0"
	"e1000_rx_take\0"
	"e1000_tx_put\0"
	"e1000_tx_take\0"
	"e1000_ring_drain\0"
	"e1000_mac_of_registers\0"
	"e1000_mac_of_words\0"
	"e1000_probe\0"
	"e1000_start\0"
	"e1000_stop\0"
	"e1000_link_up\0"
	"e1000_wanted\0"
	"e1000_post\0"
	"e1000_receive\0"
	"e1000_send\0"
	"e1000_reclaim\0"
	"e1000_count\0"
	"card_reset\0"
	"nic_register\0"
	"nic_fail\0"
	"nic_start\0"
	"nic_stop\0"
	"nic_count\0"
	"nic_link_up\0"
	"nics_start\0"
	"nics_stop\0"
	"nic_up\0"
	"nic_refill\0"
	"e1000_ring_usable\0"
	"virtio_net_header_len\0"
	"virtio_net_buffer_len\0"
	"nic_mac_valid\0"
	"pci_init\0"
	"pci_find\0"
	"pci_uses_ecam\0"
	"pci_read8\0"
	"pci_read16\0"
	"pci_read32\0"
	"pci_write8\0"
	"pci_write16\0"
	"pci_write32\0"
	"pci_bar\0"
	"pci_name\0"
	"pci_map_bar\0"
	"pci_enable\0"
	"pci_capability\0"
	"ecam_read\0"
	"port_read\0"
	"port_write\0"
	"ecam_write\0"
	"pci_scan\0"
	"pci_id_matches\0"
	"pci_bar_read\0"
	"pci_capability_find\0"
	"pci_mcfg_parse\0"
	"scan_function\0"
	"ps2_init\0"
	"keyboard_write\0"
	"keyboard_read\0"
	"ps2_key\0"
	"serial_init\0"
	"port_open\0"
	"serial_choose\0"
	"serial_init_late\0"
	"serial_write\0"
	"serial_read\0"
	"serial_dropped\0"
	"port_in8\0"
	"port_out8\0"
	"mmio32_in8\0"
	"mmio8_in8\0"
	"mmio32_out8\0"
	"mmio8_out8\0"
	"uart_init\0"
	"uart_drain\0"
	"uart_receive\0"
	"uart_send\0"
	"vgatext_init\0"
	"screen_write\0"
	"virtq_len\0"
	"virtq_init\0"
	"virtq_put\0"
	"virtq_publish\0"
	"virtq_take\0"
	"virtq_drain\0"
	"virtio_net_choose\0"
	"virtio_area_usable\0"
	"virtio_notify_offset\0"
	"virtio_net_probe\0"
	"virtio_net_start\0"
	"virtio_net_stop\0"
	"virtio_net_link_up\0"
	"virtio_net_wanted\0"
	"virtio_net_post\0"
	"virtio_net_receive\0"
	"virtio_net_send\0"
	"virtio_net_reclaim\0"
	"virtio_pci_open\0"
	"virtio_pci_status\0"
	"virtio_pci_add_status\0"
	"virtio_pci_reset\0"
	"virtio_pci_offered\0"
	"virtio_pci_accept\0"
	"virtio_pci_config8\0"
	"virtio_queue_start\0"
	"virtio_queue_stop\0"
	"virtio_queue_kick\0"
	"area_find\0"
	"boot_info_load\0"
	"boot_info_log\0"
	"cmdline_parse\0"
	"cmdline_streq\0"
	"cmdline_find\0"
	"cmdline_number\0"
	"cmdline_size\0"
	"read_size\0"
	"cmdline_bool\0"
	"cmdline_memmap\0"
	"cmdline_listed\0"
	"console_ring_read\0"
	"console_register\0"
	"console_choose\0"
	"console_set_quiet\0"
	"console_can_read\0"
	"console_read\0"
	"console_write\0"
	"console_take\0"
	"console_taken\0"
	"console_report_dropped\0"
	"console_fresh_line\0"
	"put_locked\0"
	"console_com_port\0"
	"console_spec_parse\0"
	"next_word\0"
	"read_function\0"
	"kvsnprintf\0"
	"ksnprintf\0"
	"put_number\0"
	"bench_command\0"
	"list_command\0"
	"test_command\0"
	"cpus_command\0"
	"set_command\0"
	"poweroff_command\0"
	"reboot_command\0"
	"smp_init\0"
	"env_clock_hz\0"
	"env_clock_counts_instructions\0"
	"env_ticks_since_entry\0"
	"env_emulator\0"
	"env_deadline\0"
	"env_passed\0"
	"env_read\0"
	"env_can_read\0"
	"env_print\0"
	"env_panic\0"
	"env_vformat\0"
	"env_format\0"
	"env_option\0"
	"env_zero_clock\0"
	"env_zero_ticks\0"
	"env_nr_cpus\0"
	"env_run\0"
	"env_barrier\0"
	"env_locks\0"
	"env_alloc\0"
	"env_free\0"
	"env_map\0"
	"env_map_interleaved\0"
	"env_nr_nodes\0"
	"env_unmap\0"
	"env_map_possible\0"
	"env_leaf_len\0"
	"env_space_unavailable\0"
	"env_space_begin\0"
	"env_space_map\0"
	"env_space_pages\0"
	"env_space_end\0"
	"env_vector\0"
	"env_walks_begin\0"
	"env_walks_end\0"
	"env_catch_panic\0"
	"env_verdict_add\0"
	"env_provoked\0"
	"buddyinfo_row\0"
	"memory_init\0"
	"ram_try_all\0"
	"boot_table_alloc\0"
	"table_alloc\0"
	"table_free\0"
	"ranges_add\0"
	"mem_command\0"
	"buddyinfo_command\0"
	"vmallocinfo_command\0"
	"area_print\0"
	"maps_command\0"
	"leaf_add\0"
	"run_print\0"
	"netlog_start\0"
	"way_known\0"
	"netlog_write\0"
	"netlog_dropped\0"
	"env_nics_start\0"
	"env_nics_stop\0"
	"env_nr_nics\0"
	"env_nic_info\0"
	"env_nic_wanted\0"
	"env_nic_post\0"
	"env_nic_receive\0"
	"env_nic_send\0"
	"env_nic_reclaim\0"
	"env_ip\0"
	"nodes_find\0"
	"nodes_of_cpu\0"
	"distance\0"
	"port_kernel_pt\0"
	"port_pt_create\0"
	"copy_entry\0"
	"port_pt_destroy\0"
	"port_pt_forget\0"
	"port_pt_activate\0"
	"port_lock_contended\0"
	"port_nr_cpus\0"
	"port_set_local\0"
	"port_on_cpu\0"
	"port_poll\0"
	"port_map_run\0"
	"port_set_fault_handler\0"
	"resolve_fault\0"
	"port_faults_nest\0"
	"port_zero\0"
	"zero_clock_set\0"
	"zero_clock_ticks\0"
	"port_log\0"
	"port_symbol\0"
	"port_panic\0"
	"port_relax\0"
	"run_selected\0"
	"nodes_log\0"
	"ip_config_parse\0"
	"autoconf_read\0"
	"address_read\0"
	"static_check\0"
	"ip_endpoint_parse\0"
	"image_phys\0"
	"layout_text\0"
	"layout_rodata\0"
	"layout_data\0"
	"layout_image\0"
	"layout_stack\0"
	"layout_is_text\0"
	"kmain\0"
	"choose_consoles\0"
	"start_screen\0"
	"print_version\0"
	"modules_init\0"
	"module_file\0"
	"options_init\0"
	"check_word\0"
	"options_valid\0"
	"options_check\0"
	"options_set\0"
	"option_flag\0"
	"options_list_live\0"
	"cmdline_value\0"
	"options_log\0"
	"options_text\0"
	"option_number\0"
	"options_console\0"
	"options_consoles\0"
	"options_memmap\0"
	"options_memmap_exact\0"
	"options_ip\0"
	"options_netlog\0"
	"options_numa_off\0"
	"options_numa_fake\0"
	"options_mem_limit\0"
	"options_panic_seconds\0"
	"options_provoke\0"
	"begin_panic\0"
	"print_backtrace\0"
	"end_panic\0"
	"panic_exception\0"
	"panic_at\0"
	"panic_hang\0"
	"exc_caught\0"
	"panic_catch\0"
	"exc_catch\0"
	"print_address\0"
	"print_registers\0"
	"print_frameless_caller\0"
	"vpanic\0"
	"panic\0"
	"vprintk\0"
	"printk\0"
	"kvprintf\0"
	"kprintf\0"
	"provoke_failure\0"
	"cpu_halt\0"
	"spin\0"
	"hang_elsewhere\0"
	"panic_on_demand\0"
	"leave_without_verdict\0"
	"divide_by_zero\0"
	"call_null\0"
	"run_data\0"
	"write_text\0"
	"overflow_stack\0"
	"fault_in_panic\0"
	"panic_elsewhere\0"
	"overflow_elsewhere\0"
	"panic_everywhere\0"
	"panic_amid_lines\0"
	"deaf_cpu\0"
	"nmi_in_panic\0"
	"hang_there\0"
	"recurse\0"
	"faulting_write\0"
	"panic_there\0"
	"overflow_there\0"
	"panic_here_too\0"
	"print_there\0"
	"halt_in_nmi\0"
	"be_deaf\0"
	"interrupted_write\0"
	"smp_nr_cpus\0"
	"smp_poll\0"
	"calls_answer\0"
	"smp_call\0"
	"call_wait\0"
	"smp_call_beside\0"
	"smp_barrier\0"
	"wait_more\0"
	"smp_run\0"
	"smp_idle\0"
	"memcmp\0"
	"strnlen\0"
	"strlen\0"
	"strncmp\0"
	"strcmp\0"
	"strchr\0"
	"symbol_lookup\0"
	"clock_init\0"
	"clock_print\0"
	"clock_tsc_hz\0"
	"clock_read_cost\0"
	"boot_entry_tsc\0"
	"clock_cycles_to_ns\0"
	"clock_ns\0"
	"clock_deadline\0"
	"clock_passed\0"
	"delay_us\0"
	"clock_muldiv\0"
	"clock_calibrate\0"
	"sample_all\0"
	"wait_window\0"
	"rate\0"
	"tsc_spread_print\0"
	"answer\0"
	"ask\0"
	"tsc_bracket_begin\0"
	"tsc_bracket_add\0"
	"tsc_spread_begin\0"
	"tsc_spread_add\0"
	"tsc_spread_most\0"
	"tsc_spread_least\0"
	"verdict_add\0"
	"verdict_exit\0"
	"leave\0"
	"verdict_cut_short\0"
	"verdict_print\0"
	"verdict_end\0"
	"refuse\0"
	"version_git\0"
	"version_compiler\0"
	"version_flags\0"
	"acpi_init\0"
	"map\0"
	"acpi_look\0"
	"acpi_at\0"
	"acpi_table\0"
	"acpi_map_table\0"
	"acpi_find\0"
	"acpi_hpet\0"
	"acpi_pm_timer\0"
	"acpi_next_entry\0"
	"cpus_find\0"
	"cpus_possible\0"
	"ap_page_find\0"
	"ap_main\0"
	"cpus_start\0"
	"apic_find\0"
	"apic_init_cpu\0"
	"apic_max_id\0"
	"apic_send_nmi\0"
	"apic_send_fixed\0"
	"apic_start_cpu\0"
	"apic_end_of_interrupt\0"
	"x2apic_read\0"
	"x2apic_write\0"
	"x2apic_write_icr\0"
	"base_read\0"
	"base_write\0"
	"wait_us\0"
	"xapic_read\0"
	"xapic_write\0"
	"apic_choose_mode\0"
	"apic_init\0"
	"apic_set_mode\0"
	"apic_enable\0"
	"apic_id\0"
	"apic_eoi\0"
	"apic_send\0"
	"apic_start\0"
	"caches_init\0"
	"caches_init_cpu\0"
	"caches_print\0"
	"memory_type_name\0"
	"caches_odd_ranges\0"
	"caches_type\0"
	"caches_alike\0"
	"clock_hw_init\0"
	"read_tsc\0"
	"read_cpuid\0"
	"read_pvclock\0"
	"clock_hw_done\0"
	"read_hpet\0"
	"read_pm\0"
	"read_pit\0"
	"tsc_counts_instructions\0"
	"cpu_is_emulated\0"
	"cpuid_identity\0"
	"cpuid_caches\0"
	"add_number\0"
	"cpuid_tlbs\0"
	"cpuid_features\0"
	"cpuid_core\0"
	"cpuid_apic_id\0"
	"cpuid_pmu\0"
	"add_cache\0"
	"add_tlb\0"
	"cpuinfo_source\0"
	"cpuinfo_print\0"
	"ask\0"
	"ask_revision\0"
	"read_msr\0"
	"exc_name\0"
	"exc_set_fault_handler\0"
	"exc_faults_nest\0"
	"exc_set_faults_nest\0"
	"exc_set_nmi_handler\0"
	"exc_set_interrupt\0"
	"exc_handler\0"
	"exceptions_init\0"
	"exceptions_init_cpu\0"
	"gdt_page_fault_stack\0"
	"gdt_init\0"
	"ipi_answer_nmis\0"
	"nmi_answer\0"
	"ipi_init\0"
	"spurious_answer\0"
	"wake_answer\0"
	"ipi_flush\0"
	"ipi_wake\0"
	"ipi_stop_others\0"
	"madt_parse\0"
	"pt_lookup\0"
	"pt_next\0"
	"next_below\0"
	"pt_walk\0"
	"walk_table\0"
	"pt_count_tables\0"
	"pt_check\0"
	"pt_tables_needed\0"
	"tables_below\0"
	"pt_slot\0"
	"pt_fill\0"
	"pt_map_leaves\0"
	"map_page\0"
	"slots_take\0"
	"pt_map_pfns\0"
	"port_pt_map_run\0"
	"port_pt_map_pfns\0"
	"port_pt_slot\0"
	"port_pt_fill\0"
	"port_pt_unmap\0"
	"port_pt_protect\0"
	"port_pt_remap\0"
	"port_pt_lookup\0"
	"port_pt_next\0"
	"port_pt_tables_needed\0"
	"port_pt_flush\0"
	"port_pt_flush_pending\0"
	"port_pt_stats\0"
	"pt_set_nx\0"
	"pt_init\0"
	"pt_table_new\0"
	"pt_create\0"
	"pt_destroy\0"
	"free_tree\0"
	"pt_table_drop\0"
	"pt_table_unlink\0"
	"pt_unlink_empty\0"
	"pt_flush_more\0"
	"pt_flush\0"
	"pt_split_ends\0"
	"split_at\0"
	"pt_unmap\0"
	"unmap_small\0"
	"unmap_table\0"
	"pt_protect\0"
	"protect_table\0"
	"pt_remap\0"
	"pt_find_leaf\0"
	"paging_init_early\0"
	"table_alloc\0"
	"table_free\0"
	"paging_nx\0"
	"paging_set_table_allocator\0"
	"early_alloc\0"
	"early_free\0"
	"paging_init_cpu\0"
	"paging_log_nx\0"
	"paging_phys_limit\0"
	"paging_init\0"
	"map_window\0"
	"paging_map_run\0"
	"paging_map_device\0"
	"paging_kernel_tables\0"
	"paging_ram\0"
	"cpu_boot\0"
	"cpu_at\0"
	"cpus_online\0"
	"cpu_add\0"
	"pmu_init\0"
	"trial\0"
	"pmu_walks_begin\0"
	"pmu_walks_end\0"
	"acpi_power\0"
	"acpi_dsdt\0"
	"acpi_s5_find\0"
	"ram_probe\0"
	"power_init\0"
	"power_can_off\0"
	"power_off\0"
	"triple_fault\0"
	"reset_machine\0"
	"smbios_print\0"
	"smbios_entry\0"
	"smbios_scan\0"
	"efi_config_list\0"
	"efi_find_smbios\0"
	"smbios_read\0"
	"add_string\0"
	"acpi_spcr\0"
	"srat_parse\0"
	"srat_cpu_domain\0"
	"slit_parse\0"
	"slit_distance\0"
	"tlb_activate\0"
	"tlb_is_active\0"
	"tlb_is_used\0"
	"tlb_flush_here\0"
	"tlb_forget\0"
	"tlb_flush_tables\0"
	"vector_init_cpu\0"
	"vector_init\0"
	"vector_width\0"
	"watchdog_init\0"
	"watchdog_kick\0"
	"watchdog_answer\0"
	"nmi_awaited\0"
	"ioapic_find\0"
	"hpet_input\0"
	"hpet_ticks\0"
	"back_frames\0"
	"back_pages\0"
	"back_range\0"
	"page_state\0"
	"big_state\0"
	"tail_order\0"
	"head_order\0"
	"pgdat_check\0"
	"broken\0"
	"page_panic\0"
	"word_orders\0"
	"orders_list\0"
	"big_alloc_locked\0"
	"big_free_locked\0"
	"chunk_alloc_one\0"
	"chunk_free_one\0"
	"whole_take_locked\0"
	"chunk_take_pages_locked\0"
	"chunks_give_pages_locked\0"
	"block_alloc_locked\0"
	"block_split_locked\0"
	"block_free_locked\0"
	"chunk_became_whole\0"
	"bits_free_locked\0"
	"bits_free_owned\0"
	"chunk_open\0"
	"chunk_open_next\0"
	"chunk_leave_open_locked\0"
	"chunk_return_locked\0"
	"chunk_sort\0"
	"chunk_place\0"
	"chunk_alloc\0"
	"huge_fetch\0"
	"huge_flush_locked\0"
	"chunk_free\0"
	"chunk_free_full\0"
	"own_claim\0"
	"own_nr\0"
	"own_release_locked\0"
	"claim_take_locked\0"
	"claim_take_next\0"
	"claim_chunk_find\0"
	"word_limit\0"
	"chunk_set_len\0"
	"chunk_set_init\0"
	"chunk_set_take_block\0"
	"chunk_set_valid\0"
	"frames_gather\0"
	"held_page_leave\0"
	"frames_free\0"
	"pgdat_maps_len\0"
	"pgdat_init\0"
	"pgdat_add_unowned\0"
	"pgdat_add_free\0"
	"memmap_limit_span\0"
	"pgdat_init_memblock\0"
	"nodes_init\0"
	"nodes_init_memblock\0"
	"range_free\0"
	"memblock_init\0"
	"memblock_reserve\0"
	"memblock_alloc\0"
	"memblock_alloc_between\0"
	"memblock_for_each_free\0"
	"memblock_reserved_pages\0"
	"memmap_build\0"
	"mm_mmap_object\0"
	"mm_clone\0"
	"vspace_fault\0"
	"fault_without_slot\0"
	"behind_fault\0"
	"overcommit_fill\0"
	"region_back\0"
	"page_own\0"
	"region_populate\0"
	"region_next\0"
	"region_own\0"
	"region_need\0"
	"mm_mprotect\0"
	"change_range\0"
	"mm_mlock\0"
	"mm_munlock\0"
	"mm_mlockall\0"
	"change_locked\0"
	"mm_munlockall\0"
	"part_needs\0"
	"range_valid\0"
	"region_tables\0"
	"tables_ensure\0"
	"tables_release\0"
	"region_insert\0"
	"region_remove\0"
	"regions_alike\0"
	"regions_join\0"
	"regions_cut\0"
	"hole_splits\0"
	"region_carve\0"
	"regions_cover\0"
	"regions_drop\0"
	"dropped_free\0"
	"mm_munmap\0"
	"cow_gather\0"
	"pages_gather\0"
	"mm_init\0"
	"mm_cpu_online\0"
	"nr_nodes\0"
	"numa_node_id\0"
	"page_to_nid\0"
	"node_distance\0"
	"node_data\0"
	"alloc_pages\0"
	"alloc_page\0"
	"alloc_pages_node\0"
	"__free_pages\0"
	"__alloc_pages_bulk\0"
	"alloc_pages_bulk_array\0"
	"alloc_pages_bulk_list\0"
	"free_pages_bulk\0"
	"get_page\0"
	"put_page\0"
	"split_page\0"
	"page_to_pfn\0"
	"pfn_to_page\0"
	"page_address\0"
	"virt_to_page\0"
	"nr_free_pages\0"
	"mm_check\0"
	"nodes_by_distance\0"
	"nodes_shortage\0"
	"nodes_again\0"
	"nodes_count_given\0"
	"nodes_alloc\0"
	"nodes_bulk\0"
	"nodes_bulk_once\0"
	"nodes_alloc_chunks\0"
	"nodes_owner\0"
	"nodes_owner_of_run\0"
	"nodes_in_turn\0"
	"nodes_at\0"
	"numa_map_single\0"
	"ranges_fill\0"
	"numa_map_build\0"
	"nodes_find\0"
	"numa_map_fake\0"
	"numa_nid_of\0"
	"numa_map_round\0"
	"obj_pool_init\0"
	"obj_alloc\0"
	"obj_free\0"
	"obj_pool_destroy\0"
	"mm_object_create\0"
	"mm_object_create_contiguous\0"
	"mm_object_put\0"
	"mm_object_create_file\0"
	"mm_object_get\0"
	"object_destroy\0"
	"object_leave\0"
	"object_next\0"
	"object_promise\0"
	"object_unpromise\0"
	"object_back\0"
	"object_page\0"
	"request_refuse\0"
	"request_failed\0"
	"pgdat_nr_free\0"
	"pages_zero\0"
	"alloc_once\0"
	"alloc_checked\0"
	"shortage_again\0"
	"pgdat_shortage\0"
	"block_take\0"
	"pgdat_alloc_slow\0"
	"pgdat_alloc\0"
	"page_free_locked\0"
	"free_verify\0"
	"pgdat_magazine_full\0"
	"pgdat_free_slow\0"
	"free_asked\0"
	"free_checked\0"
	"pgdat_free\0"
	"pgdat_get_page\0"
	"pgdat_split\0"
	"pgdat_alloc_run\0"
	"block_alloc_promised_unlock\0"
	"pgdat_drain\0"
	"pgdat_drain_chunks\0"
	"pgdat_set_reclaim\0"
	"pgdat_join\0"
	"pgdat_force\0"
	"free_here\0"
	"block_free_checked\0"
	"drain_this_cpu\0"
	"claim_return_locked\0"
	"bulk_alloc_one\0"
	"bulk_alloc_one_unlock\0"
	"bulk_claim_one_unlock\0"
	"chunks_take_locked\0"
	"pgdat_alloc_chunks\0"
	"bulk_array_once\0"
	"bulk_array_any\0"
	"pcp_bulk_array\0"
	"bulk_array_own\0"
	"bulk_array_slow\0"
	"bulk_array_plain\0"
	"pgdat_bulk_array\0"
	"bulk_list_once\0"
	"bulk_list_any\0"
	"pgdat_bulk_list\0"
	"bulk_claim_hard\0"
	"bulk_fill_zeroed\0"
	"slots_fill_chunks\0"
	"pcp_free_bulk\0"
	"nodes_free_bulk\0"
	"magazine_flush\0"
	"own_free_bulk\0"
	"pgdat_free_bulk\0"
	"pgdat_free_run\0"
	"slot_free_locked\0"
	"run_free_locked\0"
	"pgdat_reserve\0"
	"pgdat_unreserve\0"
	"no_promise\0"
	"pgdat_nr_promised\0"
	"pgdat_alloc_reserved\0"
	"draw_block\0"
	"draw_elsewhere\0"
	"pgdat_alloc_reserved_chunks\0"
	"draw_chunks\0"
	"range_tree_init\0"
	"range_from\0"
	"range_at\0"
	"range_next\0"
	"range_prev\0"
	"range_before\0"
	"range_insert\0"
	"range_remove\0"
	"range_resize\0"
	"range_find_gap\0"
	"range_tree_check\0"
	"range_claims_find\0"
	"range_claim_begin_beside\0"
	"range_claim_end_beside\0"
	"range_claims_give_way\0"
	"in_the_way\0"
	"range_claims_wait_long\0"
	"zone_name\0"
	"zone_info\0"
	"table_pool_create_pt\0"
	"table_alloc\0"
	"table_free\0"
	"tables_beyond\0"
	"table_pool_surplus\0"
	"tables_free\0"
	"table_pool_trim\0"
	"table_pool_promise\0"
	"table_pool_unpromise\0"
	"vmap_space_purge\0"
	"purge_locked\0"
	"vmap_space_alloc\0"
	"vmap_space_alloc_node\0"
	"area_alloc_locked\0"
	"vmap_space_free\0"
	"area_retire\0"
	"vmap_space_map\0"
	"area_map_locked\0"
	"vmap_space_unmap\0"
	"vmap_space_page\0"
	"vmap_space_protect\0"
	"vmap_space_init\0"
	"space_reclaim\0"
	"vmap_space_destroy\0"
	"vmap_space_check\0"
	"vmalloc_init\0"
	"vmalloc\0"
	"vzalloc\0"
	"vmalloc_base\0"
	"vmalloc_node\0"
	"vmalloc_flags\0"
	"vfree\0"
	"vmap\0"
	"vunmap\0"
	"vmalloc_to_page\0"
	"set_memory_ro\0"
	"set_memory_rw\0"
	"vmalloc_purge\0"
	"vmalloc_get_stats\0"
	"vmalloc_info\0"
	"vspace_init\0"
	"vspace_destroy\0"
	"vspace_set_signal\0"
	"vspace_next_region\0"
	"vspace_region\0"
	"vspace_stats\0"
	"vspace_check\0"
	"mm_policy_name\0"
	"vspace_holds_stack\0"
	"vspace_activate\0"
	"fault_resolve\0"
	"vspace_usable\0"
	"test_a_console_that_comes_late_gets_all_and_what_follows\0"
	"capture_write\0"
	"test_the_ring_keeps_what_was_printed\0"
	"test_long_lines_are_cut_and_still_end\0"
	"test_lines_of_many_cpus_stay_whole\0"
	"print_lines\0"
	"test_a_line_longer_than_a_cpu_gathers_is_whole_too\0"
	"int_stubs\0"
	"test_faults_and_traps_are_caught\0"
	"divide_error\0"
	"single_step\0"
	"breakpoint\0"
	"invalid_opcode\0"
	"general_protection\0"
	"x87_without_device\0"
	"x87_error\0"
	"test_simd_errors_are_caught\0"
	"simd_error\0"
	"test_nothing_raised_is_nothing_caught\0"
	"return_at_once\0"
	"test_every_vector_has_a_handler\0"
	"raise_vector\0"
	"test_the_frame_holds_the_registers\0"
	"mark_registers\0"
	"test_a_fault_on_an_unbacked_stack_reaches_its_handler\0"
	"use_stack\0"
	"fault_on_stack\0"
	"test_a_double_fault_reaches_its_handler\0"
	"test_four_exceptions_have_stacks_of_their_own\0"
	"test_segments_that_are_not_present_are_caught\0"
	"load_data_segment\0"
	"load_stack_segment\0"
	"test_nmis_are_caught_and_not_left_blocked\0"
	"send_nmi\0"
	"test_catchers_nest\0"
	"catch_inside\0"
	"panic_on_purpose\0"
	"panic_below_a_catcher_of_exceptions\0"
	"test_exceptions_that_nobody_catches_panic\0"
	"read_byte\0"
	"test_a_touch_takes_a_fault_where_the_policy_says_so\0"
	"test_protection_holds_at_once\0"
	"test_a_huge_leaf_with_a_hole_is_still_right\0"
	"test_each_space_has_memory_of_its_own\0"
	"test_frames_of_every_length_come_through_and_back_without_copying\0"
	"begin\0"
	"there_and_back\0"
	"frame_write\0"
	"receive_all\0"
	"reclaim_all\0"
	"frame_is\0"
	"test_rings_go_round_many_times\0"
	"test_frames_for_another_station_do_not_pass_an_e1000\0"
	"test_no_page_is_lost_over_start_and_stop\0"
	"test_a_full_ring_takes_no_more_and_loses_nothing\0"
	"test_a_frame_of_impossible_length_is_the_senders_fault\0"
	"send_bad\0"
	"test_a_card_that_failed_gives_its_pages_back\0"
	"test_a_refill_without_memory_goes_on_when_there_is_some\0"
	"test_a_card_that_does_not_start_is_left_alone\0"
	"start_nothing\0"
	"test_a_card_that_is_not_up_reaches_no_memory\0"
	"test_applications_see_the_same_cards\0"
	"test_counters_of_all_nodes_sum_to_all_memory\0"
	"test_each_cpu_takes_from_its_node_or_the_nearest\0"
	"take_one\0"
	"test_a_page_comes_from_the_node_that_is_named\0"
	"test_an_area_is_spread_over_all_nodes_or_on_one\0"
	"test_a_mapping_may_be_larger_than_a_node\0"
	"test_every_leaf_is_as_it_should_be\0"
	"check_leaf\0"
	"direct_run\0"
	"test_the_cpu_uses_these_tables_with_all_protections_on\0"
	"test_guard_pages_and_the_null_page_are_unmapped\0"
	"test_the_cpu_enforces_what_the_tables_say\0"
	"faults_with\0"
	"read_byte\0"
	"write_byte\0"
	"alias_faults\0"
	"alias_mapped\0"
	"test_device_windows_keep_their_offset_and_are_guarded\0"
	"test_large_windows_get_large_leaves\0"
	"test_functions_say_the_same_again\0"
	"test_there_is_a_host_bridge\0"
	"test_writes_of_each_width_reach_the_register\0"
	"test_ram_answers_and_keeps_what_it_held\0"
	"test_a_run_reaches_each_cpu_once\0"
	"come_here\0"
	"test_a_barrier_holds_until_all_are_there\0"
	"count_rounds\0"
	"test_each_cpu_has_stacks_between_guards\0"
	"stacks_look\0"
	"test_a_call_runs_on_the_cpu_that_is_asked\0"
	"note_cpu\0"
	"test_cpus_that_ask_each_other_all_get_an_answer\0"
	"call_neighbours\0"
	"add_one\0"
	"test_a_call_may_have_work_beside_it\0"
	"be_there\0"
	"be_here\0"
	"test_a_call_that_is_not_answered_is_given_up_and_never_made\0"
	"be_deaf\0"
	"test_a_spurious_interrupt_is_nothing\0"
	"interrupt_spuriously\0"
	"test_a_flush_of_the_kernels_space_reaches_all_cpus\0"
	"read_both\0"
	"test_a_flush_of_a_space_reaches_only_the_cpus_in_it\0"
	"visit_space\0"
	"test_areas_freed_lazily_are_flushed_once_for_all\0"
	"test_pages_wander_between_cpus_and_none_is_lost\0"
	"hand_over\0"
	"test_a_shortage_empties_the_caches_of_all_cpus\0"
	"keep_some\0"
	"space_enter\0"
	"space_leave\0"
	"load_it\0"
	"store_it\0"
	"faults\0"
	"call_faults\0"
	"call_it\0"
	"test_copies_are_exact\0"
	"test_moves_may_overlap\0"
	"test_fills_are_exact\0"
	"test_comparisons_are_of_unsigned_bytes\0"
	"test_functions_have_names\0"
	"test_what_is_no_code_has_none\0"
	"test_time_passes_at_the_rate_of_the_tsc\0"
	"test_the_clock_began_at_kernel_entry\0"
	"test_a_page_comes_changes_and_goes\0"
	"fault_of\0"
	"read_byte\0"
	"write_byte\0"
	"kernel_protect\0"
	"kernel_unmap\0"
	"all_fault\0"
	"test_code_runs_where_it_may\0"
	"call\0"
	"test_a_large_leaf_split_is_still_right\0"
	"test_nothing_stale_is_left_below_and_above_the_threshold\0"
	"test_spaces_differ_below_and_agree_above\0"
	"table_alloc\0"
	"table_free\0"
	"test_an_active_space_has_nothing_stale\0"
	"test_what_is_written_is_read_back_through_both_maps\0"
	"holds\0"
	"test_the_guard_page_and_what_is_freed_fault\0"
	"load_it\0"
	"store_it\0"
	"test_one_page_of_a_huge_leaf_becomes_read_only\0"
	"test_addresses_come_back_with_other_frames_and_nothing_stale\0"
	"test_zeroed_memory_is_zero\0"
	"test_a_stack_grows_by_faults_and_ends_at_its_guard_page\0"
	"run_on\0"
	"recurse_from\0"
	"recurse\0"
	"test_a_fork_is_a_copy_whoever_stores_first\0"
	"child_has\0"
	"test_a_grandchild_and_its_parents_share_until_stored_to\0"
	"test_locked_memory_takes_no_fault\0"
	"test_shared_memory_is_one_and_promised_once\0"
	"test_a_module_can_be_mapped_shared_and_private\0"
	"test_physical_memory_is_mapped_where_it_is\0"
	"test_overcommit_signals_what_it_cannot_give\0"
	"hear\0"
	"test_a_stack_in_the_space_cannot_be_forked_from\0"
	"clone_here\0"
	"test_calls_can_be_made_on_a_lazy_stack\0"
	"map_here\0"
	"test_a_result_can_go_to_memory_of_the_space\0"
	"test_a_signal_function_may_take_a_fault_itself\0"
	"map_and_touch\0"
	"test_a_lock_taken_twice_ends_the_run\0"
	"lock_twice\0"
	"test_a_hang_is_told_and_the_run_goes_on\0"
	"spin\0"
	"test_streq\0"
	"test_contains\0"
	"test_fail\0"
	"test_skip\0"
	"test_note\0"
	"test_failed\0"
	"test_seed\0"
	"test_arena\0"
	"test_expect_panic\0"
	"tests_run\0"
	"pattern_select\0"
	"name_compare\0"
	"mmap_model_compare\0"
	"model_cell_at\0"
	"model_page_cell\0"
	"mmap_model_run\0"
	"memory_shorten\0"
	"mmap_model_make\0"
	"mmap_model_finish\0"
	"mmap_model_test\0"
	"do_lock\0"
	"do_touch\0"
	"page_back\0"
	"page_become_own\0"
	"node_make\0"
	"node_add\0"
	"node_page\0"
	"node_reserve\0"
	"page_model_run\0"
	"steps\0"
	"page_model_finish\0"
	"finish\0"
	"page_model_make\0"
	"do_alloc\0"
	"do_bulk_array\0"
	"do_bulk_list\0"
	"do_free\0"
	"do_bulk_free\0"
	"do_get\0"
	"do_split\0"
	"do_drain\0"
	"do_refused\0"
	"fail\0"
	"order_draw\0"
	"gfp_choose\0"
	"split\0"
	"compare\0"
	"blocks_verify\0"
	"shadow_page\0"
	"shadow_make\0"
	"shadow_add\0"
	"shadow_take\0"
	"fail\0"
	"shadow_give\0"
	"shadow_split\0"
	"shadow_inner_refs\0"
	"shadow_nr_free\0"
	"shadow_has_run\0"
	"shadow_compare\0"
	"shadow_blocks\0"
	"page_shape_named\0"
	"vm_make\0"
	"vm_drop\0"
	"vm_make_space\0"
	"vm_drop_space\0"
	"vm_word\0"
	"vm_leaf\0"
	"table_alloc\0"
	"table_free\0"
	"build_begin\0"
	"build_at\0"
	"build_add\0"
	"build_set32\0"
	"build_set64\0"
	"build_len\0"
	"build_cut\0"
	"build_end_raw\0"
	"build_end\0"
	"build_madt\0"
	"build_lapic\0"
	"build_x2apic\0"
	"build_srat\0"
	"build_srat_cpu\0"
	"build_srat_x2apic\0"
	"build_srat_mem\0"
	"build_slit\0"
	"test_damaged_madts_list_no_cpu_twice\0"
	"damage\0"
	"map\0"
	"test_damaged_srats_and_slits_make_sound_nodes\0"
	"distance_of\0"
	"test_damaged_roots_lead_to_sound_tables\0"
	"mend_memory\0"
	"map_memory\0"
	"test_tables_are_found_through_either_root\0"
	"fill\0"
	"fix_rsdp\0"
	"map\0"
	"test_what_is_missing_or_broken_is_told_apart\0"
	"test_lengths_and_addresses_are_bounded\0"
	"test_hpet_registers_must_be_memory\0"
	"test_pm_timer_is_where_the_fadt_says\0"
	"test_machines_without_a_pm_timer_have_none\0"
	"test_the_mode_is_the_firmwares_unless_it_is_not_wanted\0"
	"test_ids_end_where_the_mode_ends\0"
	"chip_read\0"
	"chip_write\0"
	"chip_write_icr\0"
	"chip_read_base\0"
	"chip_write_base\0"
	"chip_delay\0"
	"test_modes_change_only_in_ways_that_do_not_fault\0"
	"events_are\0"
	"test_an_apic_is_enabled_with_its_sources_masked\0"
	"test_the_id_has_8_or_32_bits\0"
	"test_end_of_interrupt_is_a_zero\0"
	"test_an_xapic_sends_by_two_writes_the_lower_half_last\0"
	"test_an_x2apic_sends_by_one_write\0"
	"test_ids_and_vectors_that_cannot_be_are_refused\0"
	"test_without_an_apic_nothing_is_touched\0"
	"test_a_cpu_is_started_by_the_book\0"
	"test_an_xapic_that_stays_busy_costs_a_millisecond\0"
	"test_each_states_operation_baseline_and_group\0"
	"test_parameters_are_keys_with_values\0"
	"test_single_blocks_come_in_the_orders_agreed\0"
	"rows_are\0"
	"count\0"
	"test_bulk_comes_in_the_batches_agreed\0"
	"test_ram_beyond_what_the_firmware_covered_is_uncached\0"
	"test_default_write_back_with_an_uncached_hole\0"
	"test_overlapping_ranges_follow_the_manual\0"
	"test_caches_that_are_off_make_all_uncached\0"
	"test_masks_with_holes_are_counted_and_left_out\0"
	"test_cpus_are_alike_by_what_they_use\0"
	"test_words_are_split_at_white_space\0"
	"test_quotes_keep_white_space_and_vanish\0"
	"test_the_last_of_equal_keys_counts\0"
	"test_what_does_not_fit_is_counted\0"
	"test_numbers_are_read_whole_and_in_bounds\0"
	"test_sizes_take_units\0"
	"test_booleans_have_the_usual_names\0"
	"test_memory_ranges_have_types_by_their_sign\0"
	"test_exactmap_stands_alone_or_in_a_list\0"
	"test_memory_ranges_that_make_no_sense_are_refused\0"
	"test_lists_are_searched_word_by_word\0"
	"test_random_text_never_leaves_the_buffer\0"
	"test_every_form_is_read\0"
	"parses\0"
	"test_what_is_no_console_is_refused\0"
	"test_the_firmwares_port_is_found\0"
	"test_what_the_firmware_says_wrongly_is_refused_with_a_reason\0"
	"test_an_intel_cpu_is_described\0"
	"ask\0"
	"test_tlb_leaves_are_preferred_to_bytes\0"
	"test_an_amd_cpu_is_described_by_its_own_leaves\0"
	"test_a_cpu_that_tells_nothing_is_unknown\0"
	"test_texts_are_cut_to_fit\0"
	"test_cores_of_a_hybrid_are_told_apart\0"
	"test_the_apic_id_has_32_bits_where_a_leaf_tells\0"
	"test_rings_have_lengths_that_cards_take\0"
	"test_frames_come_in_order_with_their_pages\0"
	"test_an_address_that_the_card_changed_means_nothing\0"
	"test_descriptors_that_were_not_given_are_never_done\0"
	"test_lengths_that_cannot_be_are_errors\0"
	"test_frames_with_errors_are_errors_and_bad_checksums_inside_are_not\0"
	"test_a_frame_of_several_descriptors_is_dropped_whole\0"
	"test_frames_to_send_carry_their_commands\0"
	"test_a_ring_goes_round_and_is_never_quite_full\0"
	"test_random_cards_lose_no_page\0"
	"test_addresses_of_stations_are_checked\0"
	"test_integers_of_all_lengths\0"
	"test_width_precision_and_flags\0"
	"test_strings_and_characters\0"
	"test_a_precision_bounds_the_reading\0"
	"test_unknown_conversions_stand_as_they_are\0"
	"test_short_buffers_cut_and_tell_the_length\0"
	"test_plain_text_matches_itself_only\0"
	"test_a_star_matches_any_text\0"
	"test_a_question_mark_matches_one_character\0"
	"test_only_the_length_given_is_read\0"
	"test_many_stars_are_quick\0"
	"test_agrees_with_the_definition_on_all_short_texts\0"
	"defined_match\0"
	"test_a_list_is_cut_at_commas_and_empty_patterns_left_out\0"
	"see\0"
	"test_addresses_are_read_as_linux_has_them_and_in_short\0"
	"test_malformed_addresses_are_refused_and_nothing_is_guessed\0"
	"test_fields_of_any_length_are_read_or_refused\0"
	"test_receivers_have_an_address_and_a_port\0"
	"test_a_line_is_typed_and_edited\0"
	"entered\0"
	"type\0"
	"show\0"
	"complete\0"
	"test_carriage_return_and_line_feed_are_one_end\0"
	"test_old_lines_come_back\0"
	"test_the_first_word_is_completed\0"
	"test_a_line_that_is_full_takes_no_more\0"
	"test_any_bytes_leave_the_terminal_right\0"
	"test_bogus_entries_that_are_disabled_are_no_cpus\0"
	"build_o08\0"
	"parse\0"
	"test_bogus_entries_that_are_enabled_are_out_of_reach\0"
	"test_bogus_entries_within_reach_are_one_candidate\0"
	"test_an_id_is_accepted_once_whatever_the_type\0"
	"test_ids_that_mean_all_cpus_are_none\0"
	"test_cpus_that_can_come_later_are_counted\0"
	"test_more_cpus_than_there_is_room_for_are_counted\0"
	"test_apic_registers_are_where_the_override_says\0"
	"test_an_empty_madt_has_no_cpus\0"
	"test_a_broken_entry_ends_the_list_there\0"
	"test_entries_of_other_types_are_skipped\0"
	"test_kernels_agree_with_the_plain_one\0"
	"test_a_wrong_product_is_found\0"
	"test_swapped_columns_are_found\0"
	"test_the_diagonal_is_summed\0"
	"test_reserves_only_what_is_ram\0"
	"test_rounds_outward_to_pages\0"
	"test_overlaps_are_reserved_once\0"
	"test_refuses_an_empty_range\0"
	"test_allocates_from_the_top_below_the_limit\0"
	"test_single_pages_join_into_one_region\0"
	"test_free_ranges_are_ram_less_reserved\0"
	"free_count\0"
	"test_a_full_table_is_an_error\0"
	"test_agrees_with_a_map_of_pages\0"
	"free_mark\0"
	"test_cuts_byte_granular_ram_inward\0"
	"test_settles_overlaps_the_same_way_in_every_order\0"
	"test_keeps_every_piece_of_a_map_of_312_entries\0"
	"test_keeps_acpi_tables_apart\0"
	"test_ignores_what_makes_no_sense\0"
	"test_cuts_ram_at_64_tib\0"
	"test_an_empty_map_has_no_ram\0"
	"test_a_table_too_small_loses_ram_and_says_so\0"
	"test_leaves_out_a_little_ram_far_away\0"
	"test_keeps_a_terabyte_behind_a_terabyte_hole\0"
	"test_never_leaves_out_the_last_ram_below_4_gib\0"
	"test_leaves_out_the_smaller_side_of_the_largest_hole\0"
	"test_agrees_with_a_map_of_bytes\0"
	"test_no_call_leaves_a_trace_range\0"
	"fail_in_turn\0"
	"state_take\0"
	"map_new\0"
	"map_anywhere\0"
	"map_over\0"
	"map_over_block\0"
	"map_lazy\0"
	"map_stack\0"
	"map_shared\0"
	"map_block\0"
	"map_shared_block\0"
	"map_phys\0"
	"map_object\0"
	"map_file\0"
	"unmap_middle\0"
	"protect_middle\0"
	"protect_file\0"
	"lock_middle\0"
	"unlock_middle\0"
	"lock_all\0"
	"clone\0"
	"test_no_call_leaves_a_trace_superlock\0"
	"test_no_call_leaves_a_trace_demand\0"
	"test_no_call_leaves_a_trace_overcommit\0"
	"test_distant_parts_of_an_object_are_locked_together_or_not_at_all\0"
	"test_what_an_object_promises_to_one_call_no_other_gives_back\0"
	"test_a_fault_in_an_object_leaves_what_a_call_was_promised\0"
	"test_what_is_locked_is_locked_again_for_nothing\0"
	"test_an_object_mapped_twice_is_backed_once\0"
	"test_pieces_of_consecutive_frames_become_one_again\0"
	"test_huge_mappings_are_aligned_where_that_can_be\0"
	"test_spaces_agree_with_the_model_range\0"
	"test_spaces_agree_with_the_model_superlock\0"
	"test_spaces_agree_with_the_model_demand\0"
	"test_spaces_agree_with_the_model_overcommit\0"
	"test_o16_lengths_and_ends_that_wrap\0"
	"test_o17_a_page_promised_is_used_once\0"
	"word_at\0"
	"test_a_promise_is_kept_to_the_last_page\0"
	"test_overcommit_fails_at_the_fault\0"
	"test_every_missing_page_leaves_no_trace\0"
	"test_what_a_fault_may_not_do\0"
	"test_range_policy_maps_with_huge_leaves\0"
	"test_neighbours_that_are_alike_become_one\0"
	"test_random_calls_range\0"
	"model_run\0"
	"test_random_calls_range_small_pages\0"
	"test_random_calls_superlock\0"
	"test_random_calls_demand\0"
	"test_random_calls_overcommit\0"
	"test_efi_descriptors_are_walked_by_their_stride\0"
	"put_meminfo\0"
	"put_ovmf\0"
	"end_list\0"
	"parse\0"
	"pages_of\0"
	"test_memory_of_live_boot_services_is_off_limits\0"
	"test_every_efi_type_has_its_meaning\0"
	"test_efi_memory_without_write_back_or_for_a_special_purpose_is_no_ram\0"
	"test_map_entries_are_walked_by_their_size\0"
	"begin_mmap\0"
	"test_strides_below_the_fields_are_refused\0"
	"test_an_entry_cut_by_the_tags_end_is_not_read\0"
	"test_both_maps_together_lose_no_ram_and_gain_none\0"
	"test_two_numbers_size_memory_only_without_a_map\0"
	"test_a_missing_end_tag_is_an_error\0"
	"test_total_size_beyond_what_can_be_read_is_refused\0"
	"test_tag_sizes_are_bounded_by_the_list\0"
	"test_truncated_lists_are_errors_at_every_length\0"
	"test_texts_are_copied_and_cut\0"
	"test_a_leading_path_is_the_programs_name\0"
	"test_rsdp_of_version_two_is_preferred\0"
	"test_firmware_tables_are_noted\0"
	"test_modules_beyond_the_table_are_counted_and_reserved\0"
	"test_framebuffer_tags_need_rows_that_hold_their_pixels\0"
	"test_ranges_beyond_the_table_are_counted\0"
	"test_ends_that_wrap_never_make_ram\0"
	"test_random_damage_is_survived\0"
	"test_an_address_is_discovered_requested_and_used\0"
	"sent_is\0"
	"sent_message\0"
	"answer\0"
	"test_without_a_server_it_asks_less_and_less_often\0"
	"bind\0"
	"test_a_lease_is_renewed_and_given_up_at_its_end\0"
	"test_a_refusal_begins_anew_after_a_while\0"
	"test_an_offer_that_is_never_confirmed_is_dropped\0"
	"test_messages_for_others_or_unasked_change_nothing\0"
	"test_options_that_run_out_or_lie_are_refused\0"
	"test_options_go_on_in_the_other_fields_where_a_message_says_so\0"
	"test_addresses_that_no_host_can_have_are_not_taken\0"
	"test_frames_of_every_length_with_any_content_do_no_harm\0"
	"pair_begin\0"
	"feed\0"
	"pair_end\0"
	"test_good_frames_cut_and_lengthened_to_every_length_do_no_harm\0"
	"good_frame\0"
	"test_tcp_options_of_no_length_end_the_walk\0"
	"test_relatives_of_known_malformed_frames_do_no_harm\0"
	"test_ip_options_of_any_kind_and_length_do_no_harm\0"
	"test_mutations_of_good_frames_do_no_harm\0"
	"fuzz\0"
	"test_mutations_do_no_harm_while_an_address_is_asked_for\0"
	"mock_make\0"
	"mock_wanted\0"
	"mock_post\0"
	"mock_receive\0"
	"mock_send\0"
	"mock_reclaim\0"
	"mock_forget\0"
	"mock_begin\0"
	"mock_end\0"
	"mock_pages_held\0"
	"mock_pages_right\0"
	"mock_input\0"
	"mock_wait\0"
	"mock_last\0"
	"frame_arp\0"
	"frame_checksums\0"
	"udp_sum_of\0"
	"frame_ip\0"
	"frame_ping\0"
	"frame_udp\0"
	"frame_sound\0"
	"mock_alive\0"
	"test_a_card_that_comes_up_announces_its_address\0"
	"test_requests_for_our_address_are_answered_and_others_are_not\0"
	"test_what_was_not_asked_for_makes_no_entry_and_known_ones_follow\0"
	"test_a_neighbour_that_does_not_answer_is_asked_three_times_and_one_packet_waits\0"
	"test_what_is_known_of_neighbours_ages\0"
	"test_another_station_with_our_address_is_noticed_and_answered_now_and_then\0"
	"test_pings_of_every_length_are_answered_in_place\0"
	"test_checksums_of_answers_are_right_for_every_sum\0"
	"test_packets_with_options_are_answered_with_these\0"
	"test_each_thing_wrong_with_a_packet_has_its_own_count\0"
	"try_wrong\0"
	"test_errors_quote_the_packet_and_are_limited\0"
	"test_datagrams_of_every_length_come_back\0"
	"test_packets_go_on_by_the_other_card_in_their_page\0"
	"introduce\0"
	"test_a_packet_waits_for_the_next_hop_and_a_gateway_serves_the_rest\0"
	"test_what_may_not_be_routed_is_not\0"
	"test_a_card_without_room_loses_frames_and_no_pages\0"
	"test_a_closed_pool_takes_nothing_and_gives_nothing_back\0"
	"test_without_memory_the_station_goes_on_when_there_is_some\0"
	"test_o10_rings_of_an_e1000\0"
	"test_o10_headers_of_virtio\0"
	"test_o10_buffers_of_virtio\0"
	"test_o10_what_a_device_says_it_wrote\0"
	"test_a_node_without_memory_gives_pages_of_the_nearest\0"
	"world_make\0"
	"check_whole\0"
	"distance\0"
	"check_all\0"
	"test_requests_go_to_the_next_node_by_distance\0"
	"test_blocks_and_chunks_fall_back_too\0"
	"test_a_node_by_itself_is_kept_to\0"
	"test_a_nodemask_is_never_left\0"
	"test_a_bulk_request_takes_what_several_nodes_have\0"
	"test_runs_across_a_border_go_back_to_both\0"
	"test_references_and_splits_find_their_node\0"
	"test_a_double_free_through_another_node_panics\0"
	"free_again\0"
	"test_turns_pass_over_nodes_without_memory\0"
	"test_borders_move_to_whole_chunks\0"
	"test_random_requests_through_all_nodes_lose_nothing\0"
	"test_a_promise_larger_than_a_node_is_spread\0"
	"test_chunks_and_blocks_are_drawn_from_all_nodes\0"
	"test_a_promise_of_far_memory_is_kept_with_near_memory\0"
	"test_more_given_back_than_all_nodes_promised_panics\0"
	"give_back_eleven\0"
	"test_a_held_page_of_another_node_outlives_its_mapping\0"
	"numa_check\0"
	"test_ranges_without_ram_cost_nothing\0"
	"ranges_are\0"
	"test_nodes_without_memory_fall_back_by_distance\0"
	"distance_of\0"
	"order_is\0"
	"test_orders_go_by_distance_then_upwards_from_the_node\0"
	"test_without_distances_all_others_are_equally_far\0"
	"test_distances_below_local_turn_nodes_off\0"
	"test_nids_are_ranks_of_sparse_domains\0"
	"test_unclaimed_ram_goes_to_node_0\0"
	"test_interleaved_and_unsorted_ranges_are_settled\0"
	"test_a_page_has_one_node_where_ranges_meet_inside_it\0"
	"test_ranges_up_to_the_top_of_memory_are_cut\0"
	"test_overlapping_domains_turn_nodes_off\0"
	"test_empty_ranges_and_empty_tables_are_told\0"
	"test_more_than_64_domains_turn_nodes_off\0"
	"test_the_most_pieces_fit\0"
	"test_addresses_are_looked_up\0"
	"test_one_node_has_all_ram\0"
	"test_fake_nodes_are_about_equal\0"
	"test_fake_nodes_are_not_smaller_than_a_cut\0"
	"test_fake_nodes_out_of_range_panic\0"
	"fake_of\0"
	"test_o09_tcp_options_that_would_stop_a_walk\0"
	"test_every_length_is_judged_by_its_own_bytes\0"
	"good_make\0"
	"parse\0"
	"test_good_frames_are_good\0"
	"test_each_wrong_field_has_its_name\0"
	"test_every_bit_of_the_header_is_under_the_checksum\0"
	"test_addresses_that_are_never_routed\0"
	"test_ip_options_fit_or_are_refused\0"
	"test_fragments_can_be_put_together\0"
	"test_udp_and_tcp_lengths\0"
	"test_the_checksum_follows_the_ttl\0"
	"test_the_longest_prefix_wins_in_any_order\0"
	"setup\0"
	"test_routes_agree_with_a_look_at_all\0"
	"test_recycling_gives_back_what_it_cannot_keep\0"
	"test_there_are_only_so_many_groups\0"
	"test_buffers_are_conserved\0"
	"test_splits_down_and_merges_back_for_every_order\0"
	"blocks_are\0"
	"test_a_split_leaves_one_block_of_each_order_between\0"
	"test_a_buddy_below_the_first_page_is_not_merged\0"
	"test_a_buddy_that_is_allocated_is_not_merged\0"
	"test_a_buddy_in_a_hole_or_past_the_end_is_not_merged\0"
	"test_the_last_page_of_a_ragged_end_is_usable\0"
	"test_the_free_lists_do_not_depend_on_the_order_of_frees\0"
	"test_requests_that_make_no_sense_are_refused\0"
	"test_a_shortage_empties_the_cpus_caches_first\0"
	"test_a_double_free_panics_wherever_the_page_went\0"
	"free_it\0"
	"free_it_in_bulk\0"
	"test_the_same_page_twice_in_one_bulk_free_panics\0"
	"test_a_double_free_of_a_block_panics\0"
	"test_a_free_with_a_wrong_order_panics\0"
	"test_a_free_of_a_page_inside_a_block_panics\0"
	"test_a_free_of_what_was_never_owned_panics\0"
	"test_a_block_may_not_reach_into_what_is_not_owned\0"
	"test_a_hole_of_whole_chunks_needs_no_records\0"
	"test_the_panic_names_page_state_and_caller\0"
	"test_a_referenced_page_survives_one_free\0"
	"test_a_referenced_block_survives_one_free\0"
	"test_a_block_with_a_page_referenced_inside_is_not_freed\0"
	"test_a_reference_to_a_free_page_panics\0"
	"get_it\0"
	"test_a_split_block_is_freed_page_by_page_and_merges\0"
	"test_dma32_requests_stay_below_4_gib\0"
	"test_blocks_never_merge_across_the_zones\0"
	"test_a_bound_keeps_the_list_of_open_chunks_short\0"
	"test_a_full_array_returns_its_length\0"
	"test_an_empty_array_is_filled_once\0"
	"test_holes_are_filled_and_pages_kept\0"
	"test_a_short_return_is_the_populated_prefix_and_can_be_retried\0"
	"test_with_no_page_free_nothing_is_filled\0"
	"test_pages_of_a_batch_can_be_freed_alone_in_any_order\0"
	"test_only_null_slots_change_whatever_the_pattern\0"
	"test_a_list_is_appended_to\0"
	"test_freeing_in_bulk_skips_null_and_ignores_no_array\0"
	"test_large_batches_come_from_whole_chunks_and_small_ones_do_not\0"
	"test_nodes_that_do_not_exist_give_nothing\0"
	"test_zeroed_pages_are_zero_to_the_last_byte\0"
	"test_a_page_of_ours_given_again\0"
	"spoiled_run\0"
	"spoil_a_page_of_ours_given_again\0"
	"meddle\0"
	"test_a_page_inside_a_block_given\0"
	"spoil_a_page_inside_a_block_given\0"
	"test_a_hole_given\0"
	"spoil_a_hole_given\0"
	"test_a_reserved_page_given\0"
	"spoil_a_reserved_page_given\0"
	"test_what_is_no_record_given\0"
	"spoil_what_is_no_record_given\0"
	"test_a_record_past_the_end_given\0"
	"spoil_a_record_past_the_end_given\0"
	"test_a_block_given_that_is_not_aligned\0"
	"spoil_a_block_given_that_is_not_aligned\0"
	"test_a_page_given_from_the_wrong_zone\0"
	"spoil_a_page_given_from_the_wrong_zone\0"
	"test_a_page_given_with_a_reference\0"
	"spoil_a_page_given_with_a_reference\0"
	"test_a_page_given_with_flags\0"
	"spoil_a_page_given_with_flags\0"
	"test_a_block_refused_though_one_is_free\0"
	"spoil_a_block_refused_though_one_is_free\0"
	"test_a_batch_cut_short_though_pages_are_free\0"
	"spoil_a_batch_cut_short_though_pages_are_free\0"
	"test_a_count_that_is_not_the_prefix\0"
	"spoil_a_count_that_is_not_the_prefix\0"
	"test_a_full_slot_overwritten\0"
	"spoil_a_full_slot_overwritten\0"
	"test_the_slot_after_the_array_overwritten\0"
	"spoil_the_slot_after_the_array_overwritten\0"
	"test_a_page_twice_in_one_batch\0"
	"spoil_a_page_twice_in_one_batch\0"
	"test_a_list_that_counts_too_many\0"
	"spoil_a_list_that_counts_too_many\0"
	"test_a_list_whose_last_page_has_a_link\0"
	"spoil_a_list_whose_last_page_has_a_link\0"
	"test_a_list_with_a_page_missing\0"
	"spoil_a_list_with_a_page_missing\0"
	"test_a_freed_slot_not_cleared\0"
	"spoil_a_freed_slot_not_cleared\0"
	"test_the_slot_after_a_freed_array_overwritten\0"
	"spoil_the_slot_after_a_freed_array_overwritten\0"
	"test_a_reference_too_many\0"
	"spoil_a_reference_too_many\0"
	"test_a_reference_lost_in_a_bulk_free\0"
	"spoil_a_reference_lost_in_a_bulk_free\0"
	"test_a_link_written_while_the_page_was_ours\0"
	"spoil_a_link_written_while_the_page_was_ours\0"
	"test_a_zeroed_block_whose_last_byte_is_not_zero\0"
	"spoiled_contents\0"
	"spoil_last_byte\0"
	"test_a_page_written_while_it_was_ours\0"
	"spoil_owned\0"
	"test_a_refused_request_that_returned_something\0"
	"spoil_a_refused_request_that_returned_something\0"
	"test_a_refused_request_that_filled_a_slot\0"
	"spoil_a_refused_request_that_filled_a_slot\0"
	"test_a_zone_that_counts_one_page_too_many\0"
	"spoil_a_zone_that_counts_one_page_too_many\0"
	"test_a_page_counted_in_the_wrong_zone\0"
	"spoil_a_page_counted_in_the_wrong_zone\0"
	"test_a_panic_of_the_allocator\0"
	"spoil_a_panic_of_the_allocator\0"
	"test_a_flipped_bit_of_the_free_map\0"
	"spoil_a_flipped_bit_of_the_free_map\0"
	"test_free_blocks_other_than_at_the_start\0"
	"spoil_free_blocks_other_than_at_the_start\0"
	"test_a_leak_made_up_for_by_another_owners_page\0"
	"spoil_a_leak_made_up_for_by_another_owners_page\0"
	"test_the_same_seed_gives_the_same_operations\0"
	"test_runs_are_found_where_they_are_and_nowhere_else\0"
	"test_both_zones\0"
	"shape_run\0"
	"test_one_small_zone\0"
	"test_from_page_512\0"
	"test_above_4_gib\0"
	"test_fragments\0"
	"test_nothing_cached\0"
	"test_zeroed_where_asked_for_and_nothing_else_written\0"
	"run_on_frames\0"
	"test_zeroed_always_where_that_is_forced\0"
	"test_every_sequence_of_four_steps_on_16_aligned_pages\0"
	"walk\0"
	"model_take\0"
	"test_every_sequence_of_four_steps_on_16_pages_across_words\0"
	"test_every_sequence_of_four_steps_on_16_pages_across_chunks\0"
	"test_the_small_model_notices\0"
	"test_a_page_out_of_a_gigabyte_splits_it_exactly\0"
	"mapped_are\0"
	"unmap\0"
	"add_leaf\0"
	"tell\0"
	"test_both_ends_are_split_where_they_lie\0"
	"test_whole_leaves_go_without_a_split\0"
	"test_runs_are_told_joined_and_in_order\0"
	"test_what_allows_nothing_keeps_its_frame\0"
	"test_protecting_skips_holes_and_leaves_cache_types\0"
	"test_remapping_replaces_one_leaf\0"
	"test_running_out_of_tables_in_a_split_changes_nothing\0"
	"test_an_array_that_fails_leaves_things_as_they_were\0"
	"test_tables_are_freed_after_the_flush_only\0"
	"test_few_pages_are_flushed_one_by_one\0"
	"test_leaves_are_no_larger_than_asked\0"
	"test_a_range_lies_in_its_half\0"
	"test_tables_needed_are_those_that_mapping_takes\0"
	"test_shared_entries_of_the_top_table_are_announced_and_stay\0"
	"announce\0"
	"pt_pool_make\0"
	"pt_pool_setup\0"
	"pt_pool_allow_all\0"
	"pt_pool_begin\0"
	"alloc_table\0"
	"free_table\0"
	"flush\0"
	"pt_pool_used\0"
	"pt_pool_allow\0"
	"pt_pool_save\0"
	"pt_pool_is_as_saved\0"
	"pt_pool_flushed\0"
	"pt_pool_is_wrong\0"
	"test_a_space_takes_and_gives_back_its_tables\0"
	"table_alloc\0"
	"table_free\0"
	"test_destroying_a_space_frees_what_is_left\0"
	"test_a_space_without_pages_is_none\0"
	"test_a_space_has_the_low_half_only\0"
	"test_an_active_space_is_not_destroyed\0"
	"destroy\0"
	"test_random_operations_agree_with_a_shadow_of_pages\0"
	"all_is_right\0"
	"do_map_run\0"
	"walk_leaf\0"
	"unmapped\0"
	"test_each_piece_gets_the_largest_leaf_inside\0"
	"add_leaf\0"
	"test_leaves_need_both_sides_aligned\0"
	"test_a_leaf_says_what_it_allows\0"
	"test_both_ends_of_both_halves_can_be_mapped\0"
	"test_what_makes_no_sense_is_refused\0"
	"test_a_run_that_meets_a_mapping_leaves_things_as_they_were\0"
	"test_running_out_of_tables_leaves_things_as_they_were\0"
	"test_a_walk_stops_when_told\0"
	"stop_at_third\0"
	"test_random_runs_are_where_they_were_put\0"
	"audit_leaf\0"
	"test_without_nx_prot_reads_the_same_and_no_entry_has_bit_63\0"
	"has_bit_63\0"
	"test_no_function_is_no_function\0"
	"mock_read\0"
	"mock_write\0"
	"test_a_function_is_told_whole\0"
	"test_further_functions_count_only_if_the_first_says_so\0"
	"test_vendors_that_are_none_are_not_functions\0"
	"test_bridges_are_followed_to_their_buses\0"
	"test_bridges_that_lead_in_circles_are_followed_once\0"
	"test_bridges_out_of_the_area_are_not_followed\0"
	"test_functions_that_there_is_no_room_for_are_counted\0"
	"test_ids_match_by_number_or_by_class\0"
	"test_bars_of_each_kind_are_sized\0"
	"test_a_bar_larger_than_4_gib_is_sized\0"
	"test_bars_that_cannot_be_used_say_why\0"
	"test_a_bridge_has_two_bars_and_other_headers_none\0"
	"test_capabilities_are_found_in_the_lists_order\0"
	"test_broken_lists_of_capabilities_end\0"
	"test_areas_of_an_mcfg_are_read\0"
	"test_areas_that_there_is_no_room_for_are_counted\0"
	"test_an_mcfg_that_is_broken_is_refused_whole\0"
	"refused\0"
	"test_random_configuration_spaces_end\0"
	"test_intel_by_model\0"
	"ask\0"
	"test_intel_without_architectural_counters_has_none\0"
	"test_amd_since_zen\0"
	"test_registers_are_read_from_old_and_new_fields\0"
	"fadt_begin\0"
	"gas\0"
	"read_power\0"
	"test_registers_that_cannot_be_count_as_absent\0"
	"test_the_dsdt_is_where_either_field_says\0"
	"test_s5_is_read_in_all_its_forms\0"
	"found\0"
	"test_what_is_no_s5_is_not_taken_for_one\0"
	"test_random_aml_is_read_within_its_bounds\0"
	"test_letters_digits_and_signs_are_those_of_a_us_keyboard\0"
	"typed\0"
	"test_shift_caps_and_control_change_keys\0"
	"test_cursor_keys_are_escape_sequences\0"
	"test_what_is_no_key_of_ours_sends_nothing\0"
	"test_start_information_is_read\0"
	"fill\0"
	"test_no_memory_map_is_an_error\0"
	"test_what_lies_outside_of_the_window_is_not_read\0"
	"test_modules_beyond_the_table_are_counted_and_reserved\0"
	"test_lists_beyond_all_measure_are_refused\0"
	"test_ends_that_wrap_never_make_ram\0"
	"test_a_long_command_line_is_cut\0"
	"test_random_damage_is_survived\0"
	"test_claims_overlap_where_they_share_an_address\0"
	"test_a_waiter_waits_for_work_and_for_earlier_waiters_only\0"
	"test_borders_in_a_pinned_claim_stay_and_those_in_others_may_go\0"
	"test_what_is_not_claimed_is_not_waited_for\0"
	"test_claims_take_any_place_that_is_free\0"
	"test_a_cpu_with_a_claim_cannot_wait\0"
	"work_in_work\0"
	"way_in_work\0"
	"test_finds_what_contains_an_address_and_what_comes_next\0"
	"test_overlaps_are_refused_and_touching_is_none\0"
	"test_a_gap_is_the_lowest_that_fits\0"
	"test_resizing_moves_both_gaps\0"
	"test_agrees_with_a_map_of_units\0"
	"test_ten_thousand_ranges_stay_balanced\0"
	"test_no_more_is_promised_than_there_is\0"
	"test_what_is_promised_is_given_to_nobody_else\0"
	"test_a_promised_page_is_always_there\0"
	"test_more_given_back_than_promised_panics\0"
	"give_back_two\0"
	"test_sums_agree_whatever_the_order\0"
	"test_copies_promised_are_right_in_every_order_of_stores_and_leavings\0"
	"all_orders\0"
	"test_the_last_sharer_waits_while_all_others_copy\0"
	"test_a_copy_that_is_given_up_leaves_the_sharer\0"
	"test_board_and_modules_are_read\0"
	"test_tables_cut_anywhere_end_the_reading\0"
	"test_string_numbers_beyond_the_strings_are_empty\0"
	"test_modules_beyond_the_table_are_counted\0"
	"test_entry_points_of_both_forms_are_found\0"
	"test_uefi_lists_the_entry_point\0"
	"test_random_damage_is_survived\0"
	"test_domains_of_cpus_have_32_bits\0"
	"test_domains_of_revision_1_have_8_bits\0"
	"test_memory_has_its_range_and_flags\0"
	"test_memory_that_is_empty_or_wraps_is_counted\0"
	"test_the_first_domain_of_a_cpu_counts\0"
	"test_what_does_not_fit_is_counted\0"
	"test_memory_beyond_the_room_is_counted\0"
	"test_other_initiators_are_skipped\0"
	"test_a_broken_srat_is_good_up_to_there\0"
	"test_distances_are_read_row_by_row\0"
	"parse_slit\0"
	"test_a_wrong_slit_says_nothing\0"
	"test_one_value_is_all_of_them\0"
	"test_two_values\0"
	"test_eight_values_of_a_textbook\0"
	"test_ten_values_have_two_in_the_middle\0"
	"test_p99_is_the_smallest_that_99_percent_do_not_exceed\0"
	"test_equal_values_have_no_deviation\0"
	"test_large_values_do_not_overflow\0"
	"test_the_mean_is_rounded\0"
	"test_sorts_whatever_the_order\0"
	"test_square_roots_are_rounded_down\0"
	"test_square_roots_of_many_numbers_are_roots\0"
	"test_lines_become_messages_by_what_they_begin_with\0"
	"put\0"
	"next\0"
	"test_a_line_waits_for_its_end_and_a_message_until_it_is_sent\0"
	"test_long_lines_are_split_and_nothing_is_cut\0"
	"test_what_there_is_no_room_for_shows_as_a_gap\0"
	"test_machine_a_asks_pvclock\0"
	"calibrate\0"
	"read_hpet\0"
	"read_pm\0"
	"read_pit\0"
	"read_tsc\0"
	"ask_cpuid\0"
	"ask_pvclock\0"
	"test_pvclock_shifts_both_ways\0"
	"test_machine_b_measures_and_does_not_take_the_nominal_number\0"
	"test_machine_c_measures_with_the_pm_timer\0"
	"test_machine_d_has_no_clock_and_goes_on\0"
	"test_leaves_beyond_the_maximum_are_refused\0"
	"test_numbers_that_no_tsc_has_are_refused\0"
	"test_sources_come_in_their_order\0"
	"test_a_source_that_disagrees_with_all_is_passed_over\0"
	"test_counters_that_stop_halfway_do_not_hang\0"
	"test_fast_and_slow_accesses_give_the_same_answer\0"
	"test_products_do_not_overflow\0"
	"test_what_fits_misses_once\0"
	"test_a_circle_too_long_misses_in_the_full_sets\0"
	"test_huge_leaves_help_within_their_reach_and_less_beyond\0"
	"test_a_bracket_holds_the_offset_and_becomes_narrow\0"
	"measure\0"
	"test_a_spread_is_that_of_the_first_and_the_last\0"
	"test_a_tsc_that_jumps_is_told\0"
	"test_ports_without_a_chip_are_absent_and_cheap\0"
	"chip_in8\0"
	"chip_out8\0"
	"test_a_chip_is_set_up\0"
	"test_a_chip_keeps_its_speed_if_none_is_given\0"
	"test_bytes_are_received_one_by_one\0"
	"test_older_chips_send_a_byte_at_a_time\0"
	"test_a_fifo_is_filled_but_never_overrun\0"
	"test_a_stalled_transmitter_drops_after_a_bounded_wait\0"
	"test_draining_ends_even_if_data_never_does\0"
	"test_sizes_of_queues_are_powers_of_two\0"
	"test_rings_are_where_an_old_device_looks_for_them\0"
	"test_buffers_are_offered_and_come_back_in_any_order\0"
	"test_a_device_that_does_not_want_to_be_told_is_not\0"
	"test_what_is_sent_is_read_only\0"
	"test_large_rings_hold_no_more_than_small_ones\0"
	"test_indexes_wrap\0"
	"test_devices_that_break_the_rules_are_found_out\0"
	"descriptor_out_of_range\0"
	"descriptor_far_out_of_range\0"
	"descriptor_not_given\0"
	"more_than_given\0"
	"index_backwards\0"
	"take_after\0"
	"test_a_buffer_is_given_back_once\0"
	"same_twice\0"
	"test_random_devices_lose_no_page\0"
	"test_features_are_chosen_by_the_interface\0"
	"test_devices_that_lack_what_is_needed_are_refused_with_a_reason\0"
	"test_areas_of_registers_are_checked\0"
	"test_queues_are_told_of_inside_their_area\0"
	"test_a_huge_area_falls_back_chunk_by_chunk\0"
	"pool_shape\0"
	"pages_hold\0"
	"huge_leaves\0"
	"teardown\0"
	"test_without_a_free_chunk_an_area_has_small_leaves\0"
	"test_an_area_that_cannot_be_backed_leaves_no_trace\0"
	"test_nohugevmalloc_maps_the_same_with_small_leaves\0"
	"test_base_leaves_on_request\0"
	"test_a_page_behind_a_huge_leaf_can_be_held_and_protected_alone\0"
	"test_what_is_held_keeps_its_link\0"
	"test_sizes_and_the_guard_page\0"
	"test_scattered_pages_are_mapped_and_stay_the_callers\0"
	"test_zeroed_areas_are_zero\0"
	"test_freed_areas_wait_until_too_much_does\0"
	"test_a_shortage_of_memory_forces_a_purge\0"
	"test_a_shortage_of_addresses_forces_a_purge\0"
	"test_wrong_frees_panic\0"
	"panics\0"
	"give_it\0"
	"unmap_it\0"
	"test_protecting_beyond_an_area_is_refused\0"
	"test_every_missing_table_leaves_no_trace\0"
	"test_random_areas_keep_their_contents\0"
	"random_step\0"
	"test_the_io_apic_of_an_input_is_found\0"
	"find\0"
	"ioapic_add\0"
	"test_inputs_that_isa_devices_do_not_have_are_preferred\0"
	"test_seconds_become_ticks_within_what_the_counter_holds\0"
	"start_high\0"
	"ap_entry\0"
	"ap_entry.short_id\0"
	"ap_entry.search\0"
	"ap_entry.next\0"
	"ap_entry.found\0"
	"ap_entry.not_wanted\0"
	"context_run\0"
	"context_abort\0"
	"context_call_on\0"
	"isr_stubs\0"
	"isr_common\0"
	"port_lock_wait\0"
	"memmove\0"
	"memcpy\0"
	"memcpy.done\0"
	"memmove.backward\0"
	"memset\0"
	"memset.done\0"
	"";
